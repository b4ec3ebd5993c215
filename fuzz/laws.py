"""The laws: what must hold for any bytes. A law takes bytes and returns nothing; an exception is a find."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from clamh.building.generate import generate
from clamh.cli import arguments, show
from clamh.cli.main import VERBS
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.languages import languages
from clamh.model.diagnostics import select_errors
from clamh.model.errors import InputError, WorkerError
from clamh.model.results import ENCODER
from clamh.model.sources import SourceFile
from clamh.pipeline import check_sources
from clamh.report import FORMATS, render
from clamh.report.trend import render_trend
from clamh.running.worker import messages
from clamh.sources.annotations.grammar import GrammarError, parse_annotation
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

LARGE = 40_000  # bytes; what is quadratic took 20 to 100 s for so many
LARGE_S = 5.0  # of CPU; it takes 0.1 to 0.4 s, and several times as long where every line is counted
Law = Callable[[bytes], None]


def laws() -> dict[str, Law]:
    """Every law by its name; one for the sources of each language."""
    return {
        "grammar": grammar,
        **{f"source-{language}": partial(source, language) for language in languages()},
        **{f"large-{language}": partial(large, language) for language in languages()},
        "results": results,
        "messages": message,
        "arguments": command_line,
    }


def grammar(data: bytes) -> None:
    """The text of an annotation is read, or refused at a place in it."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        parse_annotation(text)
    except GrammarError as error:
        assert 0 <= error.offset <= len(text), f"refused at {error.offset} of {len(text)}"
        assert error.message


def source(language: str, data: bytes) -> None:
    """A source is scanned, blanked, parsed, bound and generated; what is wrong is a diagnostic with a place in it."""
    item = languages()[language]
    annotations, _ = scan(data, item.lexer, "x")
    for blanked in (blank(data, [(a.start, a.end) for a in annotations]), code_only(data, item.lexer)):
        assert len(blanked) == len(data), "blanking changed the length"
        assert _line_ends(blanked) == _line_ends(data), "blanking moved a line end"
    parsed, problems = parse_text(SourceFile(path="x", language=language, sha256="", benchmarks=True), data, item)
    suite, diagnostics = bind([[parsed]])
    lines = data.count(b"\n") + 1
    for problem in (*problems, *diagnostics):
        assert problem.location and 1 <= problem.location.line <= lines, f"no place: {problem}"
        show.format_diagnostic(problem).encode()
    if not select_errors([*problems, *diagnostics]):
        for unit in suite.units:
            assert generate(unit).files


def large(language: str, data: bytes) -> None:
    """What is wrong with a large damaged source is found in time that grows with its size, not with the square of it."""
    text = (data * (LARGE // max(1, len(data)) + 1))[:LARGE]
    with tempfile.NamedTemporaryFile(suffix=languages()[language].extensions[0]) as file:
        Path(file.name).write_bytes(text)
        began = time.process_time()
        check_sources([file.name])
        took = time.process_time() - began
    assert took < LARGE_S, f"{took:.1f} s of CPU for {LARGE} bytes"


def results(data: bytes) -> None:
    """A results file is refused, or read, judged and reported in every format."""
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as file:
        Path(file.name).write_bytes(data)
        try:
            run = read_results(file.name)
            summary = summarise(run, 0.95)
        except InputError as error:
            assert show.format_diagnostics(error.diagnostics)
            return
    for form in FORMATS:
        assert render(summary, run, form).encode()
    assert render_trend(run).encode()


def message(data: bytes) -> None:
    """A line of a worker is an event that can be written again, or a WorkerError."""
    try:
        event = messages.decode(data)
    except WorkerError as error:
        assert error.reason == "protocol"
    else:
        ENCODER.encode(event)


def command_line(data: bytes) -> None:
    """A verb's arguments, separated by zeros as the system does, are Options, or an InputError that says what to do."""
    verb, *argv = data.decode("utf-8", "surrogateescape").split("\0")
    if verb not in VERBS:
        return
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # -h prints
            arguments.parse_command_line(_parser(verb), argv)
    except InputError as error:
        assert all(diagnostic.hint for diagnostic in error.diagnostics)
        show.format_diagnostics(error.diagnostics)
    except arguments.VersionRequested:
        pass
    except SystemExit as left:
        assert left.code == 0 and any(argument.startswith("-h") or argument.startswith("--h") for argument in argv)


@cache
def _parser(verb: str) -> argparse.ArgumentParser:
    return importlib.import_module(f"clamh.cli.{verb}").parser()


def _line_ends(text: bytes) -> list[tuple[int, int]]:
    return [(at, byte) for at, byte in enumerate(text) if byte in b"\r\n"]
