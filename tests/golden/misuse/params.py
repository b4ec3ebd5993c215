class Plain:
    #@@Param({"1"})
    outside = 1
#@@Param({"1"})
everywhere = 1
#@@State(Scope.Benchmark)
class Data:
    #@@Param
    no_values = 1
    #@@Param({{"1"}})
    not_quoted = 1
    #@@Param({"1", "1"})
    twice = 1
    #@@Param(range(8, 4))
    backwards = 1
    #@@Param(rnge(1, 8))
    unknown_call = 1
    #@@Param(denseRange(0, 1000000))
    too_many = 1
    #@@Param(Sizes.ALL)
    not_literal = 1
    #@@Param({"1", "x", "0x10", "1_000", "1e3", "1.0", ""})
    whole = 1
    #@@Param({"1", "1e3", "-.5", "inf", "nan", "1,5"})
    real: float = 0
    #@@Param({"true", "false", "True"})
    flag = True
    #@@Param({"1", "x", ""})
    text = ""
    #@@Param({"1", "x"})
    anything = None
    #@@Param({"1"})
    table: dict = None
    #@@Param({"1"})
    __hidden = 1
    #@@Param({"1"})
    several, targets = 1, 2
    def __init__(self):
        #@@Param({"1"})
        self.made = 1
#@@Benchmark
def one(data): return data.twice
