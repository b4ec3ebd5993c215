import pytest, os
TIMES = int(os.environ.get("TIMES", "1"))
def test_sum(benchmark):
    benchmark.pedantic(sum, (range(100 * TIMES),), rounds=5, iterations=1000)
@pytest.mark.parametrize("n", [100, 1000])
def test_sized(benchmark, n):
    benchmark.group = "sizes"
    benchmark(sum, range(n))
