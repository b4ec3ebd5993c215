import mmap

#@@Benchmark
def touchPages():
    memory = mmap.mmap(-1, 10 * 4096)
    for page in range(10):
        memory[page * 4096] = 1
    memory.close()
    return 1
