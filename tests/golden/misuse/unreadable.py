#@@State(Scope.Thread)
class WithoutParenthesis:
    n = 3
    #@@Setup
    def fill self): self.n = 4
#@@Benchmark
def takes(without_parenthesis): return without_parenthesis.n
