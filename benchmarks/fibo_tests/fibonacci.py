# Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
#
# `& MASK` keeps every number below 2 to the 32, as in the other languages; what is returned is signed, as theirs is.

MASK = 0xFFFFFFFF

# The nonlocal variables. They outlive the call.
current = 0
following = 1


#@@State(Scope.Benchmark)
class Series:
    #@@Param({"46", "1000"})
    number: int = 0


def signed(number):
    return number - (1 << 32) if number >> 31 else number


#@@Benchmark
def fibo_local(series: Series):
    current = 0
    following = 1
    for _ in range(series.number):
        current, following = following, (current + following) & MASK
    return signed(current)


#@@Benchmark
def fibo_nonlocal(series: Series):
    global current, following
    current = 0
    following = 1
    for _ in range(series.number):
        current, following = following, (current + following) & MASK
    return signed(current)


# Two numbers a round: nothing has to be moved from one variable to the other.
#@@Benchmark
def fibo_unrolled(series: Series):
    current = 0
    following = 1
    remaining = series.number
    while remaining > 1:
        current = (current + following) & MASK
        following = (following + current) & MASK
        remaining -= 2
    return signed(following if remaining == 1 else current)


# A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
# with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
#@@Benchmark
def fibo_squaring(series: Series):
    a, b, p, q = 1, 0, 0, 1
    remaining = series.number
    while remaining > 0:
        qq = q * q
        if remaining & 1:
            aq = a * q
            a, b = (b * q + aq + a * p) & MASK, (b * p + aq) & MASK
        p, q = (p * p + qq) & MASK, (2 * p * q + qq) & MASK
        remaining >>= 1
    return signed(b)
