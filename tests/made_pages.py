"""Runs for tests of pages and charts: several platforms and params, failures, names that try to be markup or script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from made_runs import case, fork, run
from written_runs import written

from clamh.cli.chart_library import load_javascript
from clamh.judging.summarise import summarise
from clamh.model.listing import CountedLoop, KeptListing, ListedLine, ListedPart, Listing
from clamh.model.profiles import CaseProfile, Frame, Stack
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Judgement
from clamh.report.look import Look

SIDES = {"cpp/g++-12": 1.0, "go/go-1.22": 1.4, "javascript/node-20": 6.0, "python/cpython-3.11": 90.0}
SCRIPT = "</script><script>window.attacked = 1</script>"
HOSTILE = (SCRIPT, "<img src=x onerror='window.attacked=1'>", "{{ 7 * 7 }}", "'];window.attacked=1;//", "\u202eevil\x1b[31m", "\uffff", "a\\u0027b\\\"c", "<!--")


def compared_run(sizes: Sequence[str] = ("8", "64", "512"), names: Sequence[str] = ("sort", "sum"), forks: int = 4) -> Run:
    """Each benchmark on each platform with each size; the platforms differ clearly, and a larger size takes longer."""
    return run([_case(name, size, platform, factor * float(size) * (1 + index), forks)
                for index, name in enumerate(names) for size in sizes for platform, factor in SIDES.items()])


def _case(name: str, size: str, platform: str, cost: float, forks: int) -> CaseResult:
    scores = [[cost * (1 + 0.004 * number), cost * 1.003, cost] for number in range(forks)]
    return case([fork(number, scores[number], [cost * 1.5, cost * 1.1], case_id=f"{name}-{size}-{platform}") for number in range(forks)],
                f"{name}-{size}-{platform}", platform, key=name, benchmark=f"Suite.{name}", source=f"suite/{name}.src", params={"size": size})


def hostile_run() -> Run:
    """Names, params and values that a page must show as text, also in its charts."""
    cases = []
    for number, text in enumerate(HOSTILE):
        for platform, factor in (("cpp/g++-12", 1.0), (f"x/{text}", 2.0)):
            for size in (1.0, 2.0):
                cases.append(case([fork(place, [10 * factor * size * (1 + 0.01 * place)] * 3, [20.0]) for place in range(3)], f"{number}-{platform}-{size}", platform,
                                  key=f"key{text}", benchmark=f"key{text}", source=f"{text}.src", params={text: str(size), f"other{text}": text}))
    output = {"status": "failed", "reason": "killed", "signal": 9, "output_tail": HOSTILE}
    return run([*cases, case([fork(0, [], end=output)], "failed", key="failed", benchmark=SCRIPT)])


def one_platform_run() -> Run:
    """A platform alone: nothing to compare."""
    return run([_case("sort", size, "cpp/g++-12", float(size), 3) for size in ("1", "2", "4")])


def failed_run() -> Run:
    """Cases without a score, with only some forks, cut off and never begun."""
    killed = {"status": "failed", "reason": "killed", "signal": 9, "output_tail": ("allocating",)}
    go = {"platform": "go/go-1.22", "source": "suite/sort.go"}
    return run([case([fork(0, [44.0, 44.1]), fork(1, [44.0], end=killed)], "some", planned=5), case([fork(0, [], end=killed)], "none", planned=5, **go),
                case([fork(0, [12.0], end=None)], "cut", planned=5, key="cut", benchmark="cut"),
                case([], "never", planned=5, key="never", benchmark="never", **go)], status="interrupted")


def judged(result: Run) -> Judgement:
    """The run with its summary."""
    return Judgement(result, summarise(result, 0.95))


def list_code(result: Run, text: str = "add 0x10(%rdi),%eax", artifact: str = "ab" * 32) -> tuple[KeptListing, ...]:
    """A listing of each benchmark on each platform, kept of this artifact; `text` is in every place that may hold a name."""
    line = ListedLine(text=text, address="40")
    return tuple(KeptListing(artifact_sha256=artifact, key=key, benchmark=benchmark, listing=Listing(
        platform=platform, member=text, kind=text, place=text, loops=(CountedLoop(name=f"  loop {text}", cells=("6", "1, 2 moves", "1", "2", "0")),),
        calls=(text, "malloc"), notes=(text,), parts=(ListedPart(name=text, lines=(ListedLine(text=text), *[line] * 6), left=3),)))
        for platform, key, benchmark in dict.fromkeys((each.case.platform, each.case.key, each.case.benchmark) for each in result.cases))


def profile_names(names: Sequence[str], title: str = "sum") -> CaseProfile:
    """A profile in which each function calls the next, and one of them the first."""
    frames = tuple(Frame(name, f"/folder/{name}.c" if number % 2 else "", number) for number, name in enumerate(names))
    return CaseProfile(title=title, platform="c/gcc-12", tool="perf", unit="nanoseconds", outside=0.2, stacks=(
        *(Stack(frames[:depth + 1], 1.0 + depth) for depth in range(len(frames))), Stack((frames[0], frames[-1], frames[0]), 4.0)))


def write_page(result: Run, folder: Path, library: str | None = None, kept: Sequence[KeptListing] = (), iterations: bool = False, time_unit: str = "") -> Path:
    """The page of a run in a file, with the real chart library unless `library` is given."""
    from clamh.languages import short_titles, titles
    from clamh.report import page

    look = Look(full=False, titles=titles(), short_titles=short_titles(), iterations=iterations, time_unit=time_unit)
    text = page.render(summarise(result, 0.95), result, look, load_javascript() if library is None else library, kept)
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    return path


def write_results(result: Run, path: Path) -> Path:
    """The run as a results file."""
    written(result, path)
    return path
