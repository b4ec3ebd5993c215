// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

#include <vector>

//@@State(Scope.Thread)
struct Matrix {
    std::vector<int> cells = std::vector<int>(1024 * 1024, 1);
};

//@@Benchmark
//@@OperationsPerInvocation(1048576)
int sumByRow(const Matrix &matrix) {
    unsigned sum = 0;
    for (std::size_t row = 0; row < 1024; ++row) {
        for (std::size_t column = 0; column < 1024; ++column) sum += static_cast<unsigned>(matrix.cells[row * 1024 + column]);
    }
    return static_cast<int>(sum);
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
int sumByColumn(const Matrix &matrix) {
    unsigned sum = 0;
    for (std::size_t column = 0; column < 1024; ++column) {
        for (std::size_t row = 0; row < 1024; ++row) sum += static_cast<unsigned>(matrix.cells[row * 1024 + column]);
    }
    return static_cast<int>(sum);
}
