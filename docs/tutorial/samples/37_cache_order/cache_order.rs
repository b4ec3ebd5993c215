// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

//@@State(Scope.Thread)
struct Matrix {
    cells: Vec<i32>,
}

impl Matrix {
    fn new() -> Self { Matrix { cells: vec![1; 1024 * 1024] } }
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
fn sum_by_row(matrix: &Matrix) -> i32 {
    let mut sum: i32 = 0;
    for row in 0..1024 {
        for column in 0..1024 {
            sum = sum.wrapping_add(matrix.cells[row * 1024 + column]);
        }
    }
    sum
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
fn sum_by_column(matrix: &Matrix) -> i32 {
    let mut sum: i32 = 0;
    for column in 0..1024 {
        for row in 0..1024 {
            sum = sum.wrapping_add(matrix.cells[row * 1024 + column]);
        }
    }
    sum
}
