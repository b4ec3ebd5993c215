# @Benchmark is what this remark speaks of
# #@@Benchmark in a remark
#@@Benchmark # said twice? #@@Fork(2)
def one(): return 1
x = 1 #@@Benchmark
def two(): return 2
#@@Benchmark

# between them

def three(): return 3
#@@Benchmark(
#@@   baseline = true
#@@ )
def four(): return 4
