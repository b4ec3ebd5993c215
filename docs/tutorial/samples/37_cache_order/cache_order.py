# The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line. An interpreter spends many
# times on each cell what a line costs, so that little of it is seen here; sum() of a slice, a loop in C, shows more.
from array import array


#@@State(Scope.Thread)
class Matrix:
    def __init__(self):
        self.cells = array("i", [1]) * (1024 * 1024)


#@@Benchmark
#@@OperationsPerInvocation(1048576)
def sum_by_row(matrix):
    total = 0
    for row in range(1024):
        total += sum(matrix.cells[row * 1024:row * 1024 + 1024])
    return total


#@@Benchmark
#@@OperationsPerInvocation(1048576)
def sum_by_column(matrix):
    total = 0
    for column in range(1024):
        total += sum(matrix.cells[column::1024])
    return total
