# Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. Twice the tokens
# cost twice the time once there are some; a token is dear here, since each of its operations is one of the interpreter's.


#@@State(Scope.Thread)
#@@StateLabel("state")
class Tokens:
    #@@Param({"0", "1", "16", "256", "1024"})
    tokens: int = 0


#@@Benchmark
def burn(state, blackhole):
    blackhole.consumeCPU(state.tokens)
