"""Are names, params and paths data everywhere, whatever is in them?"""

from __future__ import annotations

import csv
import json
import re
import tempfile
import unicodedata
from functools import partial
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_hostile import SOURCES, names, texts
from made_runs import case, fork, platform, run, thread

from clamh.judging.summarise import summarise
from clamh.languages import language_of_file, languages
from clamh.model.cases import CounterMeaning
from clamh.model.results import ENCODER, Run, SkippedRecord, WarningRecord
from clamh.model.sources import Wrapper
from clamh.pipeline import forecast, generate_wrappers
from clamh.report import FORMATS, SCREENS, render
from clamh.report.escape import escape_unprintable
from clamh.report.look import Look
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan

EVERY = pytest.mark.parametrize("language", languages())


def generated(language: str, folder: str, stem: str, name: str, value: str) -> Wrapper:
    """The wrapper of a source that has these texts in it, below a folder of that name."""
    result, fixed = SOURCES[language]
    with tempfile.TemporaryDirectory() as root:
        place = Path(root) / folder
        place.mkdir()
        source = place / (fixed or f"{stem}{languages()[language].extensions[0]}")
        source.write_bytes(result(name, value).encode())
        (wrapper,) = generate_wrappers(forecast([str(source)], lambda warnings: None))
        (benchmark,) = wrapper.unit.benchmarks
        assert benchmark.key
        assert [param.values for state in wrapper.unit.states for param in state.params] == [(value,)]
        return wrapper


def skeletons(wrapper: Wrapper) -> list[list[bytes]]:
    """What is left of each generated file without its literals and comments: what a compiler would run."""
    return [_skeleton(name, text.encode("utf-8", "surrogateescape")) for name, text in wrapper.files.items()]


def _skeleton(name: str, text: bytes) -> list[bytes]:
    language = language_of_file(name)
    if language is None:  # a table: as many lines of as many fields
        return [str(line.count(b"\t")).encode() for line in text.split(b"\n")]
    annotations, _ = scan(text, language.lexer, name)
    text = blank(text, [(annotation.start, annotation.end) for annotation in annotations])
    # Numbers and commas: a value is also written as the list of its units, which is as long as it is.
    return [re.sub(rb"[\s\d,]+", b"", code_only(text, language.lexer))]


@EVERY
@settings(max_examples=40)
@given(folder=names, stem=names, name=texts, value=texts)
@example(folder="a\nint main() { system(\"touch canary\"); }", stem="*\" x", name='")); }', value="\\\"")
@example(folder="f", stem="s", name="n", value=')x"')  # which Python 3.11.2 read to its `)` alone
def test_a_text_never_becomes_code(language: str, folder: str, stem: str, name: str, value: str) -> None:
    hostile, plain = (generated(language, *given) for given in ((folder, stem, name, value), ("f", "s", "n", "v")))
    assert skeletons(hostile) == skeletons(plain)
    for file in hostile.files:
        assert not PurePosixPath(file).is_absolute() and ".." not in PurePosixPath(file).parts


def measured(name: str, param: str, value: str, path: str) -> Run:
    """A run that met these texts wherever a text of the user's can be: one good case, one failed, a skip, a warning.

    The good one has a counter of that name, which counts in that unit.
    """
    failed = {"status": "failed", "reason": "benchmark", "where": name, "message": value, "output_tail": (value, path)}
    given = {"key": name, "benchmark": f"A::{name}", "params": {param: value}, "source": path,
             "counters": {name: CounterMeaning(type="OPERATIONS", unit=f"B{value}", scale=1024)}}
    counting = [fork(i, (1.0,), threads=(thread(40.0 + i, counters={name: 2.0}),)) for i in range(3)]
    return run(
        [case(counting, **given),
         case([fork(0, (), case_id="d", end=failed)], "d", platform="java/openjdk-17", **given)],
        platforms=[platform(source=path), platform("java/openjdk-17", source=path)],
        skipped=[SkippedRecord(platform="rust/rustc", reason=value, hint=path)],
        warnings=[WarningRecord(code="worker", message=value, case_id="c"), WarningRecord(code="no-lock", message=name)],
    )


UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=50)
@given(name=texts, param=texts, value=texts | st.text(st.characters(exclude_categories=[]), max_size=5), path=names)
def test_a_report_is_plain_text_whatever_was_measured(format: str, name: str, param: str, value: str, path: str) -> None:
    result = measured(name, param, value, path)
    text = render(summarise(result, 0.95), result, format)
    if format in SCREENS:
        screen = render(summarise(result, 0.95), result, format, Look(full=False))
        outside = re.sub(r"^(```+)\n.*?^\1$", "", screen, flags=re.MULTILINE | re.DOTALL)
        assert format != "md" or "<" not in re.sub(r"\\.", "", outside)
        text += screen
    text.encode()
    assert not {char for char in text.replace("\r\n", "\n") if unicodedata.category(char) in UNPRINTABLE} - {"\n"}
    if format in CHECKS:
        plain = measured("n", "p", "v", "x")
        CHECKS[format](text.removesuffix(screen) if format in SCREENS else text, result, render(summarise(plain, 0.95), plain, format))


def _json(text: str, result: Run, _: str) -> None:
    for entry, case_result in zip(json.loads(text), result.cases, strict=True):
        assert entry["params"].items() >= json.loads(ENCODER.encode(case_result.case.params)).items()


def _separated(delimiter: str, text: str, result: Run, plain: str) -> None:
    rows, wanted = (list(csv.reader(item.split("\r\n")[:-1], delimiter=delimiter, strict=True)) for item in (text, plain))
    assert [len(row) for row in rows] == [len(row) for row in wanted]
    (value,) = result.cases[0].case.params.values()
    assert escape_unprintable(value) in rows[1]


def _markdown(text: str, _: Run, plain: str) -> None:
    rows, wanted = ([bare.count("|") for line in item.splitlines() if (bare := re.sub(r"\\.", "", line)).startswith("|")]
                    for item in (text, plain))
    assert rows == wanted
    assert "<" not in re.sub(r"\\.", "", text.partition("\n```")[0])  # no HTML but between fences, where it is text


def _latex(text: str, _: Run, plain: str) -> None:
    def signs(result: str) -> list[list[str]]:
        bare = re.sub(r"\\textbackslash\{\}|\\textascii\w+\{\}|\\[_#{}&%$]", "", result)
        return [re.findall(r"[{}&$%#_^~\\]", line) for line in bare.splitlines()]

    assert signs(text) == signs(plain)


CHECKS = {"json": _json, "csv": partial(_separated, ","), "scsv": partial(_separated, ";"), "md": _markdown,
          "latex": _latex}


def test_every_language_has_a_hostile_source() -> None:
    assert set(SOURCES) >= set(languages())
