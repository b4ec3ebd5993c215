from dataclasses import dataclass
import pytest

#@@State(Scope.Thread)
@dataclass
class Point:
    #@@Param({"1"})
    x: int = 0
    y: int = 0

@pytest.mark.parametrize("x", [1])
def test(x): assert x

@Benchmarks
def near(): return 1

@lib.Benchmark
def library(): return 1

#@@Benchmark
@lib.traced(level=Level.Trial)
def one(point): return point.x
