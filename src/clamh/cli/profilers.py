"""The profilers of -prof: what they are called, what they take, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from msgspec.structs import replace

from clamh.languages import languages
from clamh.machine.perf_access import count_allowed
from clamh.machine.perf_events import DEFAULT, LIBPFM, RAW_EVENT, UnknownEvent, find_event, list_events
from clamh.model.diagnostics import Diagnostic

PROFILERS = {
    "perf": "what the CPU and the kernel count, per operation: -prof perf, or a list such as -prof "
            "perf:cycles,instructions,page-faults",
    "gc": "allocations and allocated bytes per operation, and collections of garbage and their time: -prof gc, or "
          "-prof alloc",
    "callgrind": "instructions of the measured loop per operation, exactly, in processes of their own under valgrind: "
                 "C, C++, Rust, Zig",
    "energy": "what the CPU's meters (RAPL) say, of the whole machine, per operation: -prof energy",
    "rusage": "user and system time, page faults and context switches per operation, peak memory: -prof rusage",
}
SAME = {"alloc": "gc"}  # other names
TIME, JEMALLOC = "time", "jemalloc_thread_allocated"  # counters of B63, whose events are named lpe:EVENT
# Of JMH 1.37, but for gc and perf, which are ours.
EVENTS_HINT = "`clamh doctor --counters` lists the events that work here"


def read_profilers(texts: Sequence[str]) -> tuple[dict[str, tuple[str, ...]], list[Diagnostic]]:
    """The profilers by name, with the events of perf; and everything that is wrong with them."""
    chosen: dict[str, tuple[str, ...]] = {}
    problems: list[Diagnostic] = []
    for text in texts:
        typed, colon, rest = text.partition(":")
        name = SAME.get(typed, typed)
        passed = _list_passed()
        if name in passed and name not in chosen:
            chosen[name] = (rest,) if colon else ()
        elif name not in {*PROFILERS, *passed}:
            near = get_close_matches(name.lower(), PROFILERS, 1, 0.5)
            *others, last = PROFILERS
            hint = f"did you mean {near[0]}?" if near else f"choose {', '.join(others)} or {last}"
            problems.append(_make_problem(f"there is no profiler '{name}'", hint))
        elif name in chosen:
            together = " with a single list, such as -prof perf:cycles,page-faults" if name == "perf" else ""
            problems.append(_make_problem(f"{name} is given twice", f"give it once{together}"))
        elif name == "perf":
            chosen[name] = DEFAULT if not colon else tuple(_split_events(rest))
            problems += _check_events(chosen[name])
        else:
            chosen[name] = ()
            if colon:
                problems.append(_make_problem(f"{name} takes no options, but '{rest}' follows it", f"-prof {name}"))
    return chosen, problems


def add_counters(texts: Sequence[str],
                 profilers: dict[str, tuple[str, ...]]) -> tuple[dict[str, tuple[str, ...]], list[Diagnostic]]:
    """The profilers with those of -c added, whose lists have B63's names; and everything that is wrong with them."""
    chosen, problems, events = dict(profilers), [], []
    for name in (name for text in texts for name in _split_events(text)):
        if name.startswith(LIBPFM):
            events.append(_find_plain_event(name))
        elif name == JEMALLOC:
            chosen.setdefault("gc", (name,))  # so that messages name what the user typed
        elif name != TIME:  # the score
            problems.append(_make_problem(*_explain_unknown(name), option="-c"))
    problems += [replace(problem, message=problem.message.replace("-prof: perf: ", "-c: "))
                 for problem in _check_events(events)]
    if events:
        chosen["perf"] = tuple(dict.fromkeys([*chosen.get("perf", ()), *events]))
    number = len(chosen.get("perf", ()))
    if number > (allowed := count_allowed()):
        problems.append(_make_problem(
            f"{number} events need a file each, but a process may open only {allowed} here",
            f"count fewer events, or allow more files: ulimit -n {number + 64}",
            option="-prof: perf" if "perf" in profilers else "-c"))
    return chosen, problems


def _find_plain_event(name: str) -> str:
    """The event of `lpe:NAME`: without the prefix if perf knows it or it is raw, else libpfm's, which have the same
    prefix.
    """
    plain = name.removeprefix(LIBPFM)
    try:
        return plain if find_event(plain) else name
    except UnknownEvent:
        return name


def _explain_unknown(name: str) -> tuple[str, str]:
    """What is wrong with a name that is no counter of -c, and what to do."""
    if not name:
        return "a counter has no name", "-c lpe:cycles,lpe:page-faults"
    plain = name.partition(":")[0]
    if plain in list_events() or RAW_EVENT.fullmatch(plain):
        return f"there is no counter '{name}'", f"did you mean lpe:{name}?"
    near = get_close_matches(name, [TIME, JEMALLOC, *(f"{LIBPFM}{event}" for event in list_events())], 1)
    hint = f"did you mean {near[0]}?" if near else (
        f"give {TIME}, {LIBPFM}EVENT or {JEMALLOC}; counters that a program defines itself are always measured")
    return f"there is no counter '{name}'", hint


def _list_passed() -> dict[str, str]:
    """The profilers that languages' own harnesses have, each with the language."""
    return {name: language.title for language in languages().values() for name in language.profiler.PASSED}


def _split_events(text: str) -> Iterator[str]:
    """The events of a list, separated by commas."""
    yield from (part.strip() for part in text.split(","))


def _check_events(events: Sequence[str]) -> Iterator[Diagnostic]:
    names: list[str] = []
    for text in events:
        if not text:
            yield _make_problem("perf: an event has no name",
                                "-prof perf:cycles,page-faults, or -prof perf for the usual ones")
            continue
        try:
            names.append(find_event(text).name)
        except UnknownEvent as error:
            yield _make_problem(f"perf: {error}", _find_hint(text))
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield _make_problem(f"perf: {name} is given twice", "give each event once")


def _find_hint(text: str) -> str:
    """What the user may have meant by the name of an event."""
    plain = text.partition(":")[0]
    near = [] if text.startswith(LIBPFM) or plain in list_events() else get_close_matches(plain, list_events(), 2)
    return f"did you mean {' or '.join(near)}?" if near else EVENTS_HINT


def _make_problem(message: str, hint: str, option: str = "-prof") -> Diagnostic:
    return Diagnostic(code="profiler", message=f"{option}: {message}", hint=hint)


def list_profilers() -> str:
    """A line for each profiler: its name, and what it counts."""
    width = max(map(len, PROFILERS))
    return "\n".join([
        "Profilers (-prof NAME[:options], repeatable):",
        *(f"  {name:<{width}}  {text}" for name, text in PROFILERS.items()),
        f"and of JMH, for Java alone, in processes of their own: {', '.join(_list_passed())}",
    ])
