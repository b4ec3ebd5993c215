# Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.


#@@State(Scope.Thread)
#@@StateLabel("list")
class List:
    #@@Param({"100", "10000"})
    n = 0


#@@Benchmark
def add_then_sort(list, operations):
    values = []
    for at in range(list.n):
        values.append(at * 40503 % 65536)
    values.sort()
    operations.add(list.n)
    return values[list.n // 2]
