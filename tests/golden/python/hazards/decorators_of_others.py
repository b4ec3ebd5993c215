from dataclasses import dataclass
import pytest
from lib import Setup, Fork as Forked
try:
    from lib import Teardown
except ImportError:
    def Teardown(f): return f

#@@State(Scope.Thread)
@dataclass
class Point:
    #@@Param({"1"})
    x: int = 0
    y: int = 0

    @Setup
    def theirs(self): pass

    #@@Setup
    def ours(self): pass

    @TearDown
    def theirs_too(self): pass

@pytest.mark.parametrize("x", [1])
def test(x): assert x

@Benchmarks
def near(): return 1

@lib.Benchmark
def library(): return 1

@lib.Benchmarks
def libraries(): return 1

#@@Benchmark
@lib.traced(level=Level.Trial)
@Fork(1)
def one(point): return point.x
