# One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
# single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
# time of all threads together by all operations, on one thread the same as AverageTime.


#@@State(Scope.Benchmark)
class Text:
    def __init__(self):
        self.text = b"x" * 1000


def hashed(text):
    value = 0
    for byte in text:
        value = 31 * value + byte & 0xFFFFFFFF
    return value - (value >> 31 << 32)  # as a signed number of 32 bits, which the other languages have


#@@Benchmark
#@@BenchmarkMode(Mode.Throughput)
#@@OutputTimeUnit(TimeUnit.SECONDS)
def hash_throughput(text):
    return hashed(text.text)


#@@Benchmark
#@@BenchmarkMode(Mode.AverageTime)
def hash_average(text):
    return hashed(text.text)


#@@Benchmark
#@@BenchmarkMode(Mode.SampleTime)
def hash_sample(text):
    return hashed(text.text)


#@@Benchmark
#@@BenchmarkMode(Mode.SingleShotTime)
def hash_single_shot(text):
    return hashed(text.text)


#@@Benchmark
#@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
def hash_wall(text):
    return hashed(text.text)
