// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.
package cacheorder

// @@State(Scope.Thread)
type Matrix struct{ cells []int32 }

// @@Setup
func (matrix *Matrix) fill() {
	matrix.cells = make([]int32, 1024*1024)
	for at := range matrix.cells {
		matrix.cells[at] = 1
	}
}

// @@Benchmark
// @@OperationsPerInvocation(1048576)
func sumByRow(matrix *Matrix) int32 {
	sum := int32(0)
	for row := 0; row < 1024; row++ {
		for column := 0; column < 1024; column++ {
			sum += matrix.cells[row*1024+column]
		}
	}
	return sum
}

// @@Benchmark
// @@OperationsPerInvocation(1048576)
func sumByColumn(matrix *Matrix) int32 {
	sum := int32(0)
	for column := 0; column < 1024; column++ {
		for row := 0; row < 1024; row++ {
			sum += matrix.cells[row*1024+column]
		}
	}
	return sum
}
