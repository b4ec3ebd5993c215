#@@Benchmark
#@@Threads({1, Threads.MAX})
def one(): return 1
#@@Benchmark
#@@Group("1st")
#@@GroupThreads(2)
#@@Threads(2)
def two(): return 1
class Here:
    #@@Benchmark
    @staticmethod
    def three(): return 1
