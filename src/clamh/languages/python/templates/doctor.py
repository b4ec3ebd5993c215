# What `clamh doctor` builds and runs once on every Python.
#@@Benchmark
def answer(): return 42
