# Do rows of params run instead of every combination, each in every combination with the other params?
from transcript import line

#@@ParamRows({"heat,salt", "1,a", "2,b"})
#@@State(Scope.Thread)
class Oven:
    #@@Param
    heat = 0

    #@@Param
    salt = ""

    #@@Param({"x", "y"})
    shape = ""

#@@Benchmark
def bake(oven):
    line(f"call {oven.heat} {oven.salt} {oven.shape}")
