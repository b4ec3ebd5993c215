from clamh_runtime import Random

memo = []


#@@State(Scope.Thread)
class Numbers:
    #@@Setup
    def fill(self, random: Random):
        self.items = [random.nextInt(1000) for _ in range(3)]
        self.calls = 0
        self.sign = -1


#@@Benchmark
def remembered(numbers: Numbers):
    if not memo:
        memo.append(sum(numbers.items))
    return memo[0]


#@@Benchmark
def counted(numbers: Numbers):
    numbers.calls += 1
    return sum(numbers.items) + numbers.calls - 1


#@@Benchmark
def turned(numbers: Numbers):
    numbers.sign = -numbers.sign
    return sum(numbers.items) * numbers.sign


#@@Benchmark
def undefined_value(numbers: Numbers):
    return float("nan")


#@@Benchmark
def silent(numbers: Numbers):
    pass


#@@Benchmark
def accumulated(numbers: Numbers):
    numbers.calls += 1
    return sum(numbers.items) + numbers.calls


#@@Benchmark
def always(numbers: Numbers):
    return sum(numbers.items) >= 0


#@@Benchmark
def literal():
    return 42
