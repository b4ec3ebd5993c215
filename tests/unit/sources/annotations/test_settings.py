from __future__ import annotations

import pytest

from clamh.languages import languages
from clamh.model.sources import Declaration, Location, Settings, SourceFile
from clamh.sources.annotations.check import check
from clamh.sources.annotations.settings import settings
from clamh.sources.parse import parse_text

JAVA, CPP = languages()["java"], languages()["cpp"]


def said(annotations: str, language: str = "java") -> tuple[Settings, list[str]]:
    text = f"class A {{ {annotations} public void f() {{}} }};".encode()
    source = SourceFile(path="x", language=language, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text, languages()[language])
    assert problems == []
    declaration: Declaration = next(one for one in parsed.declarations if one.kind == "method")
    checked, problems = check(declaration, languages()[language])
    found, more = settings(checked, languages()[language])
    return found, [one.code for one in [*problems, *more]]


@pytest.mark.parametrize(("annotations", "expected"), [
    ("", Settings()),
    ("@BenchmarkMode({Mode.Throughput, Mode.AverageTime})", Settings(modes=("thrpt", "avgt"))),
    ("@BenchmarkMode(AverageTime)", Settings(modes=("avgt",))),
    ("@BenchmarkMode(Config.MODE)", Settings(modes=())),  # the catalog has it
    ("@Warmup(time = 3)", Settings(warmup_time_ns=3_000_000_000)),
    ("@Warmup(iterations = 0, time = 5, timeUnit = TimeUnit.MICROSECONDS, batchSize = 2)",
     Settings(warmup_iterations=0, warmup_time_ns=5_000, warmup_batch_size=2)),
    ("@Measurement(iterations = -1, time = N)", Settings()),
    ("@Measurement(time = 3, timeUnit = UNIT)", Settings()),
    ("@Fork(3)", Settings(forks=3)),
    ("@Fork(warmups = 1, jvmArgs = {\"-Xmx1g\", \"-ea\"}, jvm = JVM)",
     Settings(warmup_forks=1, language={"jvmArgs": ("-Xmx1g", "-ea")})),
    ("@Threads(Threads.MAX)", Settings(threads=(-1,))),
    ("@Threads(4)", Settings(threads=(4,))),
    ("@OperationsPerInvocation(1_000)", Settings(operations_per_invocation=1000)),
    ("@OperationsPerInvocation", Settings(operations_per_invocation=1)),
    ("@OperationsPerInvocation()", Settings(operations_per_invocation=1)),
    ("@OperationsPerInvocation(N)", Settings()),
    ("@OutputTimeUnit(TimeUnit.DAYS)", Settings(time_unit="d")),
    ("@Timeout(time = 2, timeUnit = TimeUnit.HOURS)", Settings(timeout_ns=7_200_000_000_000)),
    ("//@@Layout(static)\n", Settings(layout="static")),
    ("//@@Layout(Layout.RANDOM, seed = 5)\n", Settings(layout="random", layout_seed=5)),
    ("//@@AutoWarmup\n", Settings(auto_warmup=True)),
    ("//@@AutoWarmup(max = \"90s\")\n", Settings(auto_warmup=True, auto_warmup_max_ns=90_000_000_000)),
    ("//@@AutoWarmup(tolerance = 1)\n", Settings(auto_warmup=True, auto_warmup_tolerance=1.0)),
    ("//@@AutoWarmup(max = \"500ms\", tolerance = 2.5e-2)\n", Settings(auto_warmup=True, auto_warmup_max_ns=500_000_000, auto_warmup_tolerance=0.025)),
])
def test_what_annotations_say(annotations: str, expected: Settings) -> None:
    assert said(annotations) == (expected, [])


def test_all_modes_are_those_of_jmh_and_what_is_not_built_is_said() -> None:
    found, problems = said("@BenchmarkMode(Mode.All)")
    assert found.modes == ("thrpt", "avgt", "sample", "ss")
    assert problems == ["not-built"] * len(set(found.modes) - set(JAVA.modes))


def test_locations_of_problems_are_those_of_the_arguments() -> None:
    text = b"@Benchmark\n@Warmup(iterations = 1, time = 0) void f() {}"
    parsed, _ = parse_text(SourceFile(path="x", language="cpp", sha256="", benchmarks=True), text, CPP)
    _, (problem,) = check(parsed.declarations[0], CPP)
    assert problem.location == Location(path="x", line=2, column=25)
