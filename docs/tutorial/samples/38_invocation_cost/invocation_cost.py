# A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
# times the work. CLAMH takes the cost of the clock off and warns; touch_often is the same work measured as it should be.


#@@State(Scope.Thread)
class Touched:
    def __init__(self):
        self.value = 0


#@@State(Scope.Thread)
class Reset:
    #@@Setup(Level.Invocation)
    def reset(self):
        self.value = 0


#@@Benchmark
def touch_often(touched):
    touched.value = touched.value + 1 & 0xFFFF
    return touched.value


#@@Benchmark
def touch_after_reset(reset):
    reset.value += 1
    return reset.value
