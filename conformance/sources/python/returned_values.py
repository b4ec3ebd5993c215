# Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
from transcript import line

#@@State(Scope.Thread)
class Number:
    value = 0

    #@@Setup(Level.Trial)
    def trial(self):
        self.value += 40

    #@@Setup(Level.Iteration)
    def iteration(self):
        self.value += 2

    #@@TearDown(Level.Trial)
    def after(self):
        self.value = 0

#@@Benchmark
def anInteger(number):
    line("call anInteger")
    return -number.value

#@@Benchmark
def aFloat(number):
    line("call aFloat")
    return number.value + 0.1

#@@Benchmark
def aText(number):
    line("call aText")
    return 'f\u00fcr "42"\n' if number.value == 42 else "wrong"

#@@Benchmark
def nothing(number):
    line("call nothing")

#@@Benchmark
def toBlackhole(number, blackhole):
    line("call toBlackhole")
    zero = number.value - 42
    blackhole.consume((1 << 62) + number.value)
    blackhole.consume(number.value / 4)
    blackhole.consume(number.value)
    blackhole.consume(float("-inf") + zero)
    blackhole.consume(float("inf") * zero)
    blackhole.consume(-0.0 * number.value)
    blackhole.consume(chr(number.value + ord("x") - 42))
    blackhole.consume("0123456789abcdef" * (number.value * 2))
    return zero == 0
