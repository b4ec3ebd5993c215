import pytest


def count(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


@pytest.mark.parametrize("size", [10, 1000])
def test_count(benchmark, size):
    words = [str(i % 7) for i in range(size)]
    result = benchmark(count, words)
    assert len(result) == 7


def test_count_file(benchmark, tmp_path):
    benchmark(count, (tmp_path / "words").read_text().split())
