// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

//@@State(Scope.Thread)
class Matrix {
    cells = new Int32Array(1024 * 1024).fill(1);
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
function sumByRow(matrix) {
    let sum = 0;
    for (let row = 0; row < 1024; row += 1) {
        for (let column = 0; column < 1024; column += 1) sum = (sum + matrix.cells[row * 1024 + column]) | 0;
    }
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
function sumByColumn(matrix) {
    let sum = 0;
    for (let column = 0; column < 1024; column += 1) {
        for (let row = 0; row < 1024; row += 1) sum = (sum + matrix.cells[row * 1024 + column]) | 0;
    }
    return sum;
}
