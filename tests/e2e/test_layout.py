"""Do addresses in a worker differ from fork to fork, stay with --layout static, and come again with --seed?"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.running.worker.addresses import fixable

pytestmark = pytest.mark.language("cpp")
SOURCE = """#include <cstdio>

//@@State(Scope.Benchmark)
struct Data {
    long *array = nullptr;
    bool told = false;
    //@@Setup
    void place(Memory &memory) { array = memory.array<long>(100); }
};

//@@Benchmark
long places(Data &data) {
    long local = 0;
    if (!data.told) std::printf("%p %p %p %p\\n", (void *)&data, (void *)data.array, (void *)&local, (void *)&places);
    data.told = true;
    return local;
}
"""
QUICK = ("-wi", "0", "-i", "1", "-r", "1ms", "--no-lock", "-v", "SILENT")
NAMES = ("state", "array", "stack", "function")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layout")
    (folder / "places.cpp").write_text(SOURCE)
    return folder / "places.cpp"


@pytest.fixture
def forks(clamh, source: Path):
    """forks(options …) runs it and gives of each fork what the file says of its layout, and the addresses that it printed."""

    def forks(*options: str, env: dict[str, str] | None = None) -> list[SimpleNamespace]:
        results = source.parent / "r.ndjson"
        results.unlink(missing_ok=True)
        shutil.rmtree(source.parent / "r.output", ignore_errors=True)
        done = clamh("run", source.name, *QUICK, *options, "--results", results, cwd=source.parent, env=env)
        assert done.returncode == 0, done.stderr
        records = [json.loads(line) for line in results.read_text().splitlines()]
        printed = [(results.parent / record["stdout"]).read_text().split() for record in records if record["event"] == "fork_end"]
        starts = [record["layout"] for record in records if record["event"] == "fork_start"]
        return [SimpleNamespace(layout=layout, **dict(zip(NAMES, addresses, strict=True))) for layout, addresses in zip(starts, printed, strict=True)]

    return forks


def addresses(forks: list[SimpleNamespace]) -> list[list[str]]:
    return [[getattr(fork, name) for name in NAMES] for fork in forks]


@pytest.mark.skipif(not fixable(), reason="this system does not let a process ask for addresses that are not drawn")
def test_a_seed_repeats_every_address_and_another_gives_others(forks) -> None:
    first, other = forks("--seed", "5", "-f", "3"), forks("--seed", "6", "-f", "3")
    again = forks("--seed", "5", "-f", "3", env={"OF_ANOTHER_SHELL": "x" * 300})
    assert addresses(first) == addresses(again) and [item.layout for item in first] == [item.layout for item in again]
    for name in ("state", "array", "stack"):  # 64 places in a page, or more: two of six draws may be the same
        assert len({getattr(fork, name) for fork in (*first, *other)}) >= 4, name
    assert len({fork.function for fork in first}) == 3  # three of the code layouts
    assert [(fork.layout["code"], fork.layout["code_seed"]) for fork in first] == [(0, 0), (1, 1), (2, 2)]
    assert not any(fork.layout["randomised"] for fork in first)
    for fork in first:
        assert fork.layout["addresses"] == {"Data": [fork.state]}
        assert int(fork.state, 16) % 4096 == fork.layout["offsets"]["Data"] % 4096
        assert int(fork.array, 16) % 64 == 0


@pytest.mark.skipif(not fixable(), reason="this system does not let a process ask for addresses that are not drawn")
def test_a_static_layout_is_one_for_all_forks(forks) -> None:
    several = forks("--layout", "static", "-f", "2")
    assert len(set(map(tuple, addresses(several)))) == 1
    (layout,) = {json.dumps(fork.layout) for fork in several}
    assert json.loads(layout) | {"addresses": 0} == {
        "seed": 0, "kind": "static", "code": 0, "code_seed": 0, "environment": 0, "randomised": False, "offsets": {"Data": 0},
        "addresses": 0}


def test_plan_and_builds_are_announced(clamh, source: Path, cache: Path) -> None:
    planned = clamh("list", "--forks", source.name, "-f", "3", cwd=source.parent).stdout
    assert "layout random, 3 code layouts of cpp/" in planned
    assert "1 code layout of cpp/" in clamh("list", "--forks", source.name, "--layouts", "1", cwd=source.parent).stdout
    assert "layout static, 1 code layout of cpp/" in clamh("list", "--forks", source.name, "--layout", "static", cwd=source.parent).stdout


def test_what_is_only_tried_says_nothing_of_how_it_would_be_measured(clamh, source: Path, cache: Path) -> None:
    for threads in ("1", "64"):
        tried = clamh("run", source.name, "--dry", "--layout", "static", "--bind", "threads", "-t", threads, cwd=source.parent).stderr
        assert "nothing was measured" in tried
        assert [word for word in ("layout", "bound", "share", "CPU") if word in tried] == []
