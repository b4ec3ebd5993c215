"""Is a figure of a peer, or of ours, that no loop can have an error instead of a ratio?"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from statistics import median
from types import SimpleNamespace as Some

import pytest
from bench import peers


@pytest.mark.parametrize(("ours", "theirs", "whose"), [(0.5, 1e-6, "Google"), (1e-6, 0.5, "CLAMH")])
def test_a_loop_that_the_compiler_deleted_is_an_error(monkeypatch, ours: float, theirs: float, whose: str) -> None:
    monkeypatch.setattr(peers, "own", lambda catalog, item, ms, seed: [ours] * 10)
    peer = peers.Peer(name="Google", language="cpp", source="", aim=1.05, least=0.95, hint="", summarised=median,
                      prepare=lambda *_: lambda name, ms: theirs)
    catalog = Some(artifact=Some(platform=Some(id="cpp/x")), benchmarks=[Some(name="empty")])
    with pytest.raises(RuntimeError, match=f"cpp/x: {whose} says 1e-06 ns of empty"):
        list(peers.findings(peer, catalog, Path(), peers.Length(pairs=2, most=2, ms=1), 1))


@pytest.mark.parametrize(("ratios", "pairs"), [([1.0, 1.0], 5), ([1.0, 2.0], 6)])
def test_pairs_are_added_until_the_interval_is_narrow_or_there_are_enough(monkeypatch, ratios: list[float], pairs: int) -> None:
    turns = count()
    monkeypatch.setattr(peers, "own", lambda catalog, item, ms, seed: [ratios[next(turns) % 2]])
    peer = peers.Peer(name="Google", language="cpp", source="", aim=1.05, least=0.95, hint="", summarised=median,
                      prepare=lambda *_: lambda name, ms: 1.0)
    catalog = Some(artifact=Some(platform=Some(id="cpp/x")), benchmarks=[Some(name="empty")])
    [finding] = peers.findings(peer, catalog, Path(), peers.Length(pairs=2, most=6, ms=1), 1)
    assert f"{pairs} pairs" in finding.what
