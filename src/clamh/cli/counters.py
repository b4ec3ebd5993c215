"""clamh doctor --counters: what this machine counts for -prof, and why not the rest."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from clamh.cli import arguments, show
from clamh.cli.profilers import PROFILERS
from clamh.languages import languages
from clamh.machine import energy, perf_access
from clamh.machine.perf_access import Access
from clamh.machine.perf_events import Event, UnknownEvent, find_event, list_events
from clamh.model.counting import ALLOCATIONS, ENERGY
from clamh.running.instructions import CALLGRIND, explain_lack

LABEL = 9  # columns of the words in front of the texts


def parser() -> arguments.Parser:
    """What the verb accepts with --counters."""
    verb = arguments.make_verb_parser(
        "doctor", "Show which counters of -prof work on this machine, and why the others do not.", "")
    verb.add_argument("--counters", action="store_true", help="show what -prof can count here")
    return verb


def main(argv: list[str]) -> int:
    """Print what works; 0 also if no event does, since rusage always works."""
    arguments.parse_command_line(parser(), argv)
    print("\n".join(describe_counters(show.terminal_width())))
    return 0


def describe_counters(width: int, try_event: Callable[[Event], Access] = perf_access.try_event) -> list[str]:
    """The lines: events that work, events that do not with the reason and a hint, and the names that libpfm4 adds."""
    tried = [try_event(find_event(name)) for name in list_events()]
    lines = ["Counters of -prof perf"]
    level = perf_access.read_paranoia()
    lines += _wrap(
        "allowed",
        "the system has no kernel.perf_event_paranoid" if level is None else f"kernel.perf_event_paranoid is {level}",
        width)
    lines += _wrap("works", _list_names([access for access in tried if not access.reason and not access.user_only]),
                   width)
    if restricted := [access for access in tried if not access.reason and access.user_only]:
        lines += _wrap(
            "users",
            f"{_list_names(restricted)}: without the kernel (with it: sudo sysctl kernel.perf_event_paranoid=1)", width)
    reasons = dict.fromkeys((access.reason, access.hint) for access in tried if access.reason)
    for reason, hint in reasons:
        lacking = [access for access in tried if (access.reason, access.hint) == (reason, hint)]
        lines += [*_wrap("lacks", f"{_list_names(lacking)}: {reason}", width), *_wrap("", f"hint: {hint}", width)]
    lines += _wrap("lpe:NAME", _describe_libpfm(), width)
    lines += _wrap(
        "at once",
        f"at most {perf_access.count_allowed()} events; a CPU counts few of its own at the same time, and the others "
        "take turns",
        width)
    return [
        *lines, "", "Other profilers", *(line for name, text in PROFILERS.items() if name != "perf"
                                         for line in _wrap(name, text + _describe_lack(name), width)),
        "", "Counters of -prof gc", *(line for label, text in _list_allocations() for line in _wrap(label, text, width))
    ]


def _list_allocations() -> list[tuple[str, str]]:
    """Each counter with the languages that have it; a platform that differs says so before a run."""
    titles = {language.title.partition(" (")[0]: language.counts for language in languages().values()}
    names = [counter.name for counter in ALLOCATIONS]
    return [("", f"{name}: {', '.join(title for title, counts in titles.items() if name in counts)}") for name in names]


def _describe_lack(profiler: str) -> str:
    reason, hint = "", ""
    if profiler == CALLGRIND:
        reason, hint = explain_lack()
    elif profiler == ENERGY and not energy.find_zones():
        reason, hint = energy.explain_lack()
    return reason and f"; it does not work here: {reason} (hint: {hint})"


def _list_names(accesses: Sequence[Access]) -> str:
    return ", ".join(access.event.name for access in accesses) or "none"


def _describe_libpfm() -> str:
    try:
        find_event("lpe:perf::PAGE-FAULTS")
    except UnknownEvent as error:
        return str(error)
    return "libpfm4 is installed, and knows the events of this CPU by their makers' names"


def _wrap(label: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 40), initial_indent=f"  {label:<{LABEL}}",
                         subsequent_indent=" " * (LABEL + 2), break_long_words=False, break_on_hyphens=False)
