"""Sums."""
import math
import random

import pytest

SIZES = [10, 100]


def total(values, start=0):
    return sum(values) + start


@pytest.fixture
def values():
    random.seed(1)
    return [random.random() for _ in range(50)]


@pytest.mark.parametrize("size", SIZES)
def test_total(benchmark, size):
    data = list(range(size))
    benchmark.extra_info["size"] = size
    result = benchmark(total, data, start=1)
    assert result > 0


def test_lambda(benchmark, values):
    assert benchmark(lambda: total(values)) > 0


def test_sqrt(benchmark):
    benchmark(math.sqrt, 2.0)


def test_inner(benchmark, values):
    @benchmark
    def run():
        """Sum."""
        s = 0
        for v in values:
            s += v
        return s


@pytest.mark.parametrize("a, b", [(1, 2), (1, 4)])
@pytest.mark.parametrize("name", ["x", "y \"z\""])
def test_rows(benchmark, a, b, name):
    benchmark.pedantic(total, args=([a, b],), rounds=5)


def test_tmp(benchmark, tmp_path):
    benchmark(str, tmp_path)


def test_setup(benchmark):
    benchmark.pedantic(total, setup=lambda: (([1],), {}), rounds=3)
