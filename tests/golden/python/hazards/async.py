#@@Benchmark
async def awaited(): return 1
#@@Benchmark
async def generator():
    yield 1
#@@Benchmark
def makes_one():
    return (x async for x in y)
