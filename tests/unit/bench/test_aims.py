"""Is a figure judged against its aim as it says: missed only beyond its own interval?"""

from __future__ import annotations

from math import comb, exp

import pytest

from bench.aims import Finding, line, median, median_interval, table, wide

AT = Finding("loop", figure=1.06, low=1.04, high=1.08, aim=1.05)


@pytest.mark.parametrize(
    ("low", "high", "aim", "missed", "verdict"),
    [
        (1.00, 1.02, 1.05, False, "met"),
        (1.00, 1.05, 1.05, False, "met"),
        (1.04, 1.08, 1.05, False, "met within its interval"),
        (1.05, 1.08, 1.05, False, "met within its interval"),
        (1.06, 1.08, 1.05, True, "MISSED"),
        (9.00, 9.10, None, False, "only told"),
    ],
)
def test_an_aim_is_missed_when_the_whole_interval_is_above_it(
    low: float, high: float, aim: float | None, missed: bool, verdict: str
) -> None:
    finding = Finding("loop", (low + high) / 2, low, high, aim=aim)
    assert finding.missed is missed
    assert line(finding).rpartition("  ")[2] == verdict


@pytest.mark.parametrize(("low", "high", "missed", "verdict"), [
    (0.90, 0.94, True, "MISSED"), (0.90, 0.95, False, "met within its interval"), (0.95, 1.05, False, "met"),
    (1.06, 1.07, True, "MISSED"),
])
def test_a_figure_may_have_a_least_too(low: float, high: float, missed: bool, verdict: str) -> None:
    finding = Finding("loop", (low + high) / 2, low, high, aim=1.05, least=0.95)
    assert finding.missed is missed
    assert line(finding).rpartition("  ")[2] == verdict
    assert "0.95–1.05" in line(finding)


@pytest.mark.parametrize(("judged", "code"), [(True, 1), (False, 0)])
def test_the_table_says_each_finding_and_fails_only_when_it_judges(
    judged: bool, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    far = AT._replace(what="far", figure=1.2, low=1.1, high=1.3)
    assert table(iter([AT, far]), judged) == code
    printed = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in printed[1:]] == ["loop", "far"]
    assert printed[2].endswith("MISSED" if judged else "not judged")


def test_the_table_is_content_when_nothing_is_missed() -> None:
    assert table([AT]) == 0


@pytest.mark.parametrize(("values", "middle"), [([3.0], 3.0), ([4.0, 1.0], 2.5), ([9.0, 1.0, 2.0], 2.0)])
def test_median(values: list[float], middle: float) -> None:
    assert median(values) == middle


@pytest.mark.parametrize(
    ("n", "rank"),
    # Thompson's table at 95 %: the k of the pair x(k), x(n+1-k).
    [(1, 1), (2, 1), (5, 1), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8)],
)
def test_interval_of_a_median_equals_thompsons_table(n: int, rank: int) -> None:
    values = [float(n - i) for i in range(n)]
    assert median_interval(values) == (float(rank), float(n + 1 - rank))


@pytest.mark.parametrize("n", range(6, 40))
def test_it_covers_at_least_95_percent_and_a_narrower_pair_would_not(n: int) -> None:
    low, _ = median_interval([float(i) for i in range(1, n + 1)])
    beyond = [2 * sum(comb(n, i) for i in range(k)) / 2**n for k in (int(low), int(low) + 1)]
    assert beyond[0] <= 0.05 < beyond[1]


@pytest.mark.parametrize(("copies", "narrow", "more"), [
    (5, 0.0140, False), (5, 0.0120, True), (2, 0.0450, True), (20, 0.0040, False)])
def test_few_pairs_must_agree_better_than_many_before_they_suffice(copies: int, narrow: float, more: bool) -> None:
    assert wide([exp(-0.01), exp(0.01)] * copies, narrow) is more
