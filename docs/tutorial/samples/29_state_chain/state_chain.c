// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

enum { MOST = 1000 };

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"100", "1000"})
    int size;
} Size;

//@@State(Scope.Benchmark)
typedef struct {
    int size;
    double vector[MOST];
} Vector;

//@@Setup
void fill(Vector *vector, const Size *size) {
    vector->size = size->size;
    for (int at = 0; at < size->size; ++at) vector->vector[at] = 0.5;
}

//@@State(Scope.Thread)
typedef struct {
    Vector left, right;
} Product;

//@@Setup
void take(Product *product, const Vector *vector) { product->left = product->right = *vector; }

//@@Benchmark
double dot(const Product *product) {
    double sum = 0;
    for (int at = 0; at < product->left.size; ++at) sum += product->left.vector[at] * product->right.vector[at];
    return sum;
}
