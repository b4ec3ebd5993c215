// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.
package array2d

// What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
func cell(row, column int) int32 { return int32((row*31 + column*17) % 101) }

// One block, row after row.
//
// @@State(Scope.Benchmark)
type Flat struct {
	//@@Param({"64", "256"})
	size  int
	cells []int32
}

// @@Setup
func (flat *Flat) fill() {
	flat.cells = make([]int32, flat.size*flat.size)
	for row := 0; row < flat.size; row++ {
		for column := 0; column < flat.size; column++ {
			flat.cells[row*flat.size+column] = cell(row, column)
		}
	}
}

// An array of its own for every row.
//
// @@State(Scope.Benchmark)
type Nested struct {
	//@@Param({"64", "256"})
	size int
	rows [][]int32
}

// @@Setup
func (nested *Nested) fill() {
	nested.rows = make([][]int32, nested.size)
	for row := range nested.rows {
		nested.rows[row] = make([]int32, nested.size)
		for column := range nested.rows[row] {
			nested.rows[row][column] = cell(row, column)
		}
	}
}

// One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
//
// @@State(Scope.Benchmark)
type Tiled struct {
	//@@Param({"64", "256"})
	size  int // a multiple of 16
	cells []int32
}

// Where the tiled array has a cell.
func at(row, column, size int) int {
	tile := (row>>4)*(size>>4) + (column >> 4)
	return tile<<8 + (row&15)<<4 + column&15
}

// @@Setup
func (tiled *Tiled) fill() {
	tiled.cells = make([]int32, tiled.size*tiled.size)
	for row := 0; row < tiled.size; row++ {
		for column := 0; column < tiled.size; column++ {
			tiled.cells[at(row, column, tiled.size)] = cell(row, column)
		}
	}
}

// @@Benchmark
func flatByRow(flat *Flat) int32 {
	size, cells := flat.size, flat.cells
	sum := int32(0)
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			sum += cells[row*size+column]
		}
	}
	return sum
}

// @@Benchmark
func flatByColumn(flat *Flat) int32 {
	size, cells := flat.size, flat.cells
	sum := int32(0)
	for column := 0; column < size; column++ {
		for row := 0; row < size; row++ {
			sum += cells[row*size+column]
		}
	}
	return sum
}

// @@Benchmark
func nestedByRow(nested *Nested) int32 {
	size, rows := nested.size, nested.rows
	sum := int32(0)
	for row := 0; row < size; row++ {
		cells := rows[row]
		for column := 0; column < size; column++ {
			sum += cells[column]
		}
	}
	return sum
}

// @@Benchmark
func nestedByColumn(nested *Nested) int32 {
	size, rows := nested.size, nested.rows
	sum := int32(0)
	for column := 0; column < size; column++ {
		for row := 0; row < size; row++ {
			sum += rows[row][column]
		}
	}
	return sum
}

// @@Benchmark
func tiledByRow(tiled *Tiled) int32 {
	size, cells := tiled.size, tiled.cells
	sum := int32(0)
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			sum += cells[at(row, column, size)]
		}
	}
	return sum
}

// @@Benchmark
func tiledByColumn(tiled *Tiled) int32 {
	size, cells := tiled.size, tiled.cells
	sum := int32(0)
	for column := 0; column < size; column++ {
		for row := 0; row < size; row++ {
			sum += cells[at(row, column, size)]
		}
	}
	return sum
}
