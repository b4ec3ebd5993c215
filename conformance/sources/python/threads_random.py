# Has every thread random numbers of its own, the same in every language for the same seed?
from transcript import line

#@@Benchmark
def draw(threadParams, random):
    line(f"call long={random.nextLong()} of1000={random.nextInt(1000)}", threadParams.getThreadIndex())
