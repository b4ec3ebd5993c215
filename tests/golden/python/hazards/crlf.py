#@@State(Scope.Benchmark)
class Data:
    #@@Param({"1", "2"})
    size: int = 0

#@@Benchmark
def one(data):
    return data.size
