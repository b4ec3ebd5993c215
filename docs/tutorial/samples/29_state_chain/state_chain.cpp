// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

#include <vector>

//@@State(Scope.Benchmark)
struct Size {
    //@@Param({"100", "1000"})
    int size = 0;
};

//@@State(Scope.Benchmark)
struct Vector {
    std::vector<double> vector;

    //@@Setup
    void fill(const Size &size) { vector.assign(static_cast<std::size_t>(size.size), 0.5); }
};

//@@State(Scope.Thread)
struct Product {
    std::vector<double> left, right;

    //@@Setup
    void take(const Vector &vector) { left = right = vector.vector; }
};

//@@Benchmark
double dot(const Product &product) {
    double sum = 0;
    for (std::size_t at = 0; at < product.left.size(); ++at) sum += product.left[at] * product.right[at];
    return sum;
}
