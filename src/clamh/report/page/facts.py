"""The facts of the whole run: conclusions, how figures came about, warnings, platforms, the machine and the sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clamh.model.results import PlatformRecord, Run
from clamh.model.summary import Summary
from clamh.report import formatting, terms
from clamh.report.conclusion import describe_conclusion
from clamh.report.log import format_fact
from clamh.report.look import Look


class Facts(NamedTuple):
    """Paragraphs under headings, and tables of names and values."""

    started: str
    machine: str
    conclusions: tuple[str, ...]
    notes: tuple[str, ...]
    skipped: tuple[str, ...]
    run: tuple[tuple[str, str], ...]
    environment: tuple[tuple[str, str], ...]
    platforms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    sources: tuple[tuple[str, str], ...]


def list_facts(summary: Summary, run: Run, look: Look) -> Facts:
    """The facts of a run, as the full report of the terminal and the log have them."""
    notes = filter(
        None,
        [formatting.describe_ratios(summary),
         terms.describe_terms(summary), *formatting.describe_figures(summary)])
    return Facts(
        started=run.header.started[:16].replace("T", " ") + " UTC" * run.header.started.endswith("Z"),
        machine=formatting.describe_machine(run), conclusions=tuple(describe_conclusion(summary, run, look.titles)),
        notes=tuple(notes), skipped=tuple(skip.line for skip in run.skipped), run=tuple(_list_run(run)),
        environment=tuple((name, format_fact(value)) for name, value in run.header.environment.items()
                          if value not in (None, "", {}, [])), platforms=tuple(
                              (f"{platform.side}: {platform.source}", tuple(_list_platform(platform)))
                              for platform in run.platforms), sources=tuple(sorted(run.header.sources.items())))


def _list_run(run: Run) -> Iterator[tuple[str, str]]:
    header = run.header
    yield "results file", run.path
    if run.origin:
        yield "measured by", run.origin.named
    yield "command", " ".join(header.command)
    yield "started", header.started
    if run.end:
        yield "ended", f"{run.end.time} ({run.end.status})"
    else:
        yield "ended", "no end in the file: the run was cut off"
    yield "run id", header.run_id
    yield "seed", str(header.seed)
    yield "CLAMH", header.clamh_version
    if header.revision:
        yield "revision", f"{header.revision}{', with uncommitted changes' if header.uncommitted else ''}"
    yield "machine and boot", header.fingerprint


def _list_platform(platform: PlatformRecord) -> Iterator[tuple[str, str]]:
    yield "version", platform.version
    if platform.flags:
        yield "flags", " ".join(platform.flags)
    yield "build", f"{platform.build_s:.1f} s"
    yield "artifact (SHA-256)", platform.artifact_sha256
    for clock in platform.hello.get("clocks", ()):
        if isinstance(clock, dict) and clock.get("taken"):
            yield "clock", format_fact(clock)
