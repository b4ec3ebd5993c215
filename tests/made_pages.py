"""Runs for tests of pages and charts: several platforms and params, failures, names that try to be markup or script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from made_runs import case, fork, run
from written_runs import written

from clamh.cli.report import render_page
from clamh.judging.summarise import summarise
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


def write_page(result: Run, folder: Path, library: str | None = None) -> Path:
    """The page of a run in a file, with the real chart library unless `library` is given."""
    from clamh.languages import titles
    from clamh.report import page

    look = Look(full=False)
    text = render_page(judged(result), look) if library is None else page.render(summarise(result, 0.95), result, look._replace(titles=titles()), library)
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    return path


def write_results(result: Run, path: Path) -> Path:
    """The run as a results file."""
    written(result, path)
    return path
