# Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.
from array import array


# What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
def cell(row, column):
    return (row * 31 + column * 17) % 101


# One block, row after row.
#@@State(Scope.Benchmark)
class Flat:
    #@@Param({"64", "256"})
    size: int = 0

    #@@Setup
    def fill(self):
        self.cells = array("i", (cell(row, column) for row in range(self.size) for column in range(self.size)))


# An array of its own for every row.
#@@State(Scope.Benchmark)
class Nested:
    #@@Param({"64", "256"})
    size: int = 0

    #@@Setup
    def fill(self):
        self.rows = [array("i", (cell(row, column) for column in range(self.size))) for row in range(self.size)]


# One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
#@@State(Scope.Benchmark)
class Tiled:
    #@@Param({"64", "256"})
    size: int = 0  # a multiple of 16

    #@@Setup
    def fill(self):
        self.cells = array("i", bytes(4 * self.size * self.size))
        for row in range(self.size):
            for column in range(self.size):
                self.cells[at(row, column, self.size)] = cell(row, column)


# Where the tiled array has a cell.
def at(row, column, size):
    tile = (row >> 4) * (size >> 4) + (column >> 4)
    return (tile << 8) + ((row & 15) << 4) + (column & 15)


#@@Benchmark
def flat_by_row(flat: Flat):
    size, cells = flat.size, flat.cells
    total = 0
    for row in range(size):
        for column in range(size):
            total += cells[row * size + column]
    return total


#@@Benchmark
def flat_by_column(flat: Flat):
    size, cells = flat.size, flat.cells
    total = 0
    for column in range(size):
        for row in range(size):
            total += cells[row * size + column]
    return total


#@@Benchmark
def nested_by_row(nested: Nested):
    size, rows = nested.size, nested.rows
    total = 0
    for row in range(size):
        cells = rows[row]
        for column in range(size):
            total += cells[column]
    return total


#@@Benchmark
def nested_by_column(nested: Nested):
    size, rows = nested.size, nested.rows
    total = 0
    for column in range(size):
        for row in range(size):
            total += rows[row][column]
    return total


#@@Benchmark
def tiled_by_row(tiled: Tiled):
    size, cells = tiled.size, tiled.cells
    total = 0
    for row in range(size):
        for column in range(size):
            total += cells[at(row, column, size)]
    return total


#@@Benchmark
def tiled_by_column(tiled: Tiled):
    size, cells = tiled.size, tiled.cells
    total = 0
    for column in range(size):
        for row in range(size):
            total += cells[at(row, column, size)]
    return total
