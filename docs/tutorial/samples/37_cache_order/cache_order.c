// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

enum { SIDE = 1024 };

//@@State(Scope.Thread)
typedef struct {
    int cells[SIDE * SIDE];
} Matrix;

//@@Setup
void fill(Matrix *matrix) {
    for (int at = 0; at < SIDE * SIDE; ++at) matrix->cells[at] = 1;
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
int sum_by_row(const Matrix *matrix) {
    unsigned sum = 0;
    for (int row = 0; row < SIDE; ++row) {
        for (int column = 0; column < SIDE; ++column) sum += (unsigned)matrix->cells[row * SIDE + column];
    }
    return (int)sum;
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
int sum_by_column(const Matrix *matrix) {
    unsigned sum = 0;
    for (int column = 0; column < SIDE; ++column) {
        for (int row = 0; row < SIDE; ++row) sum += (unsigned)matrix->cells[row * SIDE + column];
    }
    return (int)sum;
}
