# Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
# exactly 5,000 of them from an empty list, as one operation, in every language.


#@@State(Scope.Thread)
class Growing:
    #@@Setup(Level.Iteration)
    def empty(self):
        self.list = []


#@@Benchmark
#@@BenchmarkMode(Mode.SingleShotTime)
#@@Warmup(iterations = 3, batchSize = 5000)
#@@Measurement(iterations = 3, batchSize = 5000)
def insert_in_middle(growing):
    growing.list.insert(len(growing.list) >> 1, 1)
    return len(growing.list)
