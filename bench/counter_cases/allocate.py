# Each operation allocates a block, so that the cost of counting it can be measured.


#@@Benchmark
def allocate():
    return bytearray(64)
