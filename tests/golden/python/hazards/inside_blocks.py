import sys
if sys.version_info >= (3, 11):
    #@@Benchmark
    def newer(): return 1
else:
    #@@Benchmark
    def newer(): return 2
try:
    import numpy
    #@@Benchmark
    def with_numpy(): return 1
except ImportError:
    pass
with open("x") as f:
    #@@Benchmark
    def in_with(): return 1
for i in range(3):
    #@@Benchmark
    def in_for(): return 1
