"""What mutation begins with: real inputs of every law, taken from the tests, the suites and the scenarios."""

from __future__ import annotations

import random
from pathlib import Path

from clamh.languages import languages
from clamh.model.cases import CounterMeaning
from clamh.model.results import ENCODER, Run
from clamh.sources.annotations.scan import scan
from clamh.sources.annotations.table import ANNOTATIONS
from conformance.description import DescriptionError
from conformance.scenarios import pairs
from conformance.written import print_scenario
from tests import made_runs

ROOT = Path(__file__).parent.parent
SOURCES = ("tests/golden", "benchmarks", "conformance/sources")
# What a generic mutation would hardly guess.
WORDS = {
    "grammar": ["Mode.AverageTime", "range(", "denseRange(", "1_000", "0x1F", "1e-3", "\\u00e9", "\"", "{", "[", "true", "="],
    "source": [
        "@", "@@", "\"", "'", "`", "/*", "*/", "//", "\\", "\r\n", "{", "}", "(", ")", "#if X\n", "#endif\n", "R\"x(",
        "\"\"\"", "\ufeff", "${", "=>", "class A ", "static ", "async ", "template <class T> ", "*", "[", "]", ";",
        *(f"@{annotation.name}" for annotation in ANNOTATIONS),
    ],
    "results": [
        "\"event\":", "null", "NaN", "1e308", "-1", "0", "9223372036854775807", "\"\\ud800\"", "[]", "{}", "\n",
        "\"thrpt\"", "\"avgt\"", "\"ss\"", "\"sample\"", "\"wall\"", "\"histogram\":", "\"timings\":", "\"counters\":", "\"failed\"", "\"ok\"", "\"measurement\"", "\"warmup\"",
    ],
    "messages": ["\"event\":", "null", "1e308", "-1", "9223372036854775808", "\\ud800", "\\udcff", "[]", "{}"],
    "arguments": [
        "\0", "=", ",", "\0-f\0", "\0-i\0", "\0-p\0", "\0-rf\0", "\0-v\0", "\0--only\0", "\0-e\0", "\0--\0", "\0-jvmArgsAppend\0",
        "200ms", "-1", "[", "(", "::", "all",
    ],
}


def seeds(law: str) -> list[bytes]:
    """The inputs that the law's mutation begins with."""
    if law.startswith("source-"):
        return _sources(law.removeprefix("source-"))
    if law.startswith("large-"):
        return _damaged(law.removeprefix("large-"))
    return {"grammar": _annotations, "results": _results, "messages": _messages, "arguments": _arguments}[law]()


def words(law: str) -> list[bytes]:
    """The dictionary of the law."""
    return [word.encode() for word in WORDS[law.partition("-")[0].replace("large", "source")]]


def _sources(language: str) -> list[bytes]:
    endings = languages()[language].extensions
    files = [file for pattern in SOURCES for file in sorted(ROOT.glob(f"{pattern}/**/*")) if file.suffix in endings]
    scenarios = [_print_scenario(name, language).encode() for name, text in pairs() if text == language]
    return [*(file.read_bytes() for file in files if file.is_file()), *filter(None, scenarios)]


def _print_scenario(name: str, language: str) -> str:
    """The text of a described scenario; "" while the printer of a new language is missing or cannot print it."""
    try:
        return print_scenario(name, language)
    except (DescriptionError, ModuleNotFoundError):
        return ""


def _damaged(language: str) -> list[bytes]:
    """Sources as an editor, a merge or a broken disk may leave them: pieces cut out, brackets gone, noise; and annotations only."""
    chance = random.Random(language)
    whole = b"\n".join(text for text in _sources(language) if b"@" in text)[:40_000]
    mark = languages()[language].lexer.mark.encode()
    benchmark = mark + b"Benchmark\n"
    cut = b"".join(whole[at:at + chance.randint(20, 400)] for at in range(0, len(whole), 450))
    noise = bytes(byte if chance.random() > 0.02 else chance.choice(b"(){}[];\"'@/#x ") for byte in whole)
    pieces = [b"@Benchmark", b"@State(Scope.Benchmark)", benchmark, mark + b"Setup\n", *(text.encode() for text in WORDS["source"]), b"x", b"\n"]
    return [
        cut, noise, whole.replace(b"}", b""), whole.replace(b")", b"").replace(b"}", b""), benchmark * 4000,
        (benchmark + b"void f( {\n") * 2000, (benchmark + b") ( @ ] \n") * 2000, b"(" * 15000 + benchmark * 700 + b")" * 15000,
        b" ".join(chance.choice(pieces) for _ in range(10000)),
    ]


def _annotations() -> list[bytes]:
    found = set()
    for language in languages().values():
        for text in _sources(language.id):
            annotations, _ = scan(text, language.lexer, "x")
            found |= {text[a.start:a.end].lstrip(b"/#").lstrip(b"@") for a in annotations}
    return sorted(found)


def _results() -> list[bytes]:
    two = made_runs.run([
        made_runs.case([made_runs.fork(i, (42.0, 43.0, 41.5 + i), warmup=(50.0,)) for i in range(3)]),
        made_runs.case(
            [made_runs.fork(i, (0.02, 0.021), mode="thrpt", case_id="d") for i in range(2)]
            + [made_runs.fork(2, (), case_id="d", end={"status": "failed", "reason": "crashed", "signal": 11})],
            case_id="d", platform="other/1", mode="thrpt", unit="s"),
    ])
    counters = {"bytes": CounterMeaning(type="OPERATIONS", unit="B", scale=1024), "faults": CounterMeaning(type="EVENTS")}
    text = {"counters": {"A::Rates::bytes": 4096.0, "faults": 2.0}}
    sampled = made_runs.sampled([(50, 3), (120, 1)], opi=2, **text)
    shot = made_runs.thread(70.0, "ss", timings=1, clock_cost_ns=22.0, **text)
    modes = made_runs.run([
        made_runs.case([made_runs.fork(n, (1.0, 1.0), mode=mode, case_id=mode, threads=(thread_iteration, thread_iteration)) for n in (-1, 0, 1, 2)],
                       mode, planned=3, mode=mode, counters=counters, threads=2, units={"number": 1000}, operations=mode == "ss")
        for mode, thread_iteration in (("sample", sampled), ("ss", shot), ("wall", shot), ("thrpt", shot))
    ])
    cut = made_runs.run([made_runs.case([made_runs.fork(0, (1.5, 1.25), end=None)])], status=None)
    return [lines(two), lines(modes), lines(cut), lines(two)[:700]]


def lines(run: Run) -> bytes:
    """The results file that a run was read from."""
    records = [run.header, *run.platforms, *run.skipped, *run.floors, *(case.case for case in run.cases)]
    for case in run.cases:
        for fork in case.forks:
            records += [fork.start, *fork.warmup, *fork.measurement, *([fork.end] if fork.end else [])]
        records += case.warnings
    records += [*run.warnings, *([run.end] if run.end else [])]
    return b"".join(ENCODER.encode(record) + b"\n" for record in records)


def _messages() -> list[bytes]:
    thread = b'{"operations":10,"all_operations":11,"elapsed_ns":1000,"sample_invocations":5,"sample_ns":[500,500]}'
    return [
        b'{"event":"opened","case":"c","layout":{"seed":7,"offsets":{"S":128}},"warnings":[]}',
        b'{"event":"iteration","case":"c","phase":"measurement","threads":[' + thread + b'],"speed_ns":[41]}',
        b'{"event":"failed","reason":"benchmark","message":"m","where":"w"}',
        b'{"event":"value","case":"c","returned":"i:1","consumed":[]}',
        b'{"event":"bye"}',
        b'{"event":"hello","protocol":99}',
    ]


def _arguments() -> list[bytes]:
    return [line.replace(b" ", b"\0") for line in (
        b"run benchmarks/fac_tests -f 3 -i 3 -wi 2 -r 50ms -w 50ms -p number=20,25 -rf json -rff out.json",
        b"run -v EXTRA --confidence 0.9 --platform cpp/* --strict -bm avgt,thrpt -tu us -to 10s --seed 7 -- x",
        b"report latest -rf text", b"build x --strict", b"list -h", b"plan -v", b"generate a b",
    )]
