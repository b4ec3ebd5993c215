"""Does -prof take what it should, and refuse everything else at once, with what was meant?"""

from __future__ import annotations

import pytest

from clamh.cli import counters, doctor, profilers
from clamh.cli import run as verb
from clamh.cli.arguments import parse_command_line
from clamh.machine.perf_access import Access
from clamh.machine.perf_events import DEFAULT, Event
from clamh.model.errors import InputError
from clamh.model.options import Options


def read(*argv: str) -> Options:
    return parse_command_line(verb.parser(), list(argv))[1]


def problems(*argv: str) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as error:
        read(*argv)
    return [(problem.message, problem.hint) for problem in error.value.diagnostics]


def test_profilers_and_their_events_are_read() -> None:
    assert read("-prof", "perf", "a.cpp").profilers == {"perf": DEFAULT}
    assert read("-prof", "rusage", "-prof", "perf:cycles, r00c0,page-faults:u").profilers == {"rusage": (), "perf": ("cycles", "r00c0", "page-faults:u")}
    assert read("-prof=rusage").profilers == {"rusage": ()} and read("a.cpp").profilers == {}


def test_everything_wrong_is_reported_at_once() -> None:
    assert problems("-prof", "perf:cycels,page-faults,faults,", "-prof", "perv", "-prof", "rusage:all", "-prof", "rusage", "-prof", "stack:lines=2", "-prof", "stack", "-prof", "alloc:all", "-f", "x") == [
        ("-f: 'x' is not an integer of at least 1", "give a number, such as -f 5"),
        ("-prof: perf: there is no event cycels", "did you mean cycles or ref-cycles?"),
        ("-prof: perf: an event has no name", "-prof perf:cycles,page-faults, or -prof perf for the usual ones"),
        ("-prof: perf: page-faults is given twice", "give each event once"),
        ("-prof: there is no profiler 'perv'", "did you mean perf?"),
        ("-prof: rusage takes no options, but 'all' follows it", "-prof rusage"),
        ("-prof: rusage is given twice", "give it once"),
        ("-prof: stack is given twice", "give it once"),
        ("-prof: gc takes no options, but 'all' follows it", "-prof gc"),
    ]


def test_allocations_have_two_names() -> None:
    assert read("-prof", "alloc", "a.cpp").profilers == read("-prof", "gc", "a.cpp").profilers == {"gc": ()}
    assert problems("-prof", "gc", "-prof", "alloc") == [("-prof: gc is given twice", "give it once")]


def test_a_list_given_twice_is_refused() -> None:
    assert problems("-prof", "perf:cycles", "-prof", "perf:page-faults") == [
        ("-prof: perf is given twice", "give it once with a single list, such as -prof perf:cycles,page-faults")]


@pytest.mark.parametrize(("argument", "hint"), [
    ("perf:cycles:x", profilers.EVENTS_HINT), ("perf:cycle", "did you mean cycles or ref-cycles?"), ("perf:zzz", profilers.EVENTS_HINT),
    ("perf:lpe:NO_SUCH_EVENT_AT_ALL", profilers.EVENTS_HINT),
    ("xyzzy", "choose perf, gc, callgrind, energy or rusage"), ("", "choose perf, gc, callgrind, energy or rusage"), ("perf:", "-prof perf:cycles,page-faults, or -prof perf for the usual ones")])
def test_one_wrong_word_gets_its_own_hint(argument: str, hint: str) -> None:
    ((message, found),) = problems("-prof", argument)
    assert message.startswith("-prof: ") and found == hint


def test_more_events_than_files_may_be_open_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profilers, "count_allowed", lambda: 2)
    for argv in (("-prof", "perf:cycles,instructions,page-faults"), ("-prof", "perf:cycles,instructions", "-c", "lpe:cycles,lpe:page-faults")):
        assert problems(*argv) == [("-prof: perf: 3 events need a file each, but a process may open only 2 here",
                                    "count fewer events, or allow more files: ulimit -n 67")]


def test_a_dry_run_counts_nothing() -> None:
    for words, options in ((("-prof", "rusage"), "-prof"), (("-c", "lpe:cycles"), "-c"), (("-prof", "rusage", "-c", "time"), "-prof and -c")):
        assert problems("--dry", *words) == [(f"--dry measures nothing, so there is nothing to count with {options}", f"leave out --dry, or {options}")]


def test_every_profiler_is_listed() -> None:
    _, *own, of_jmh = profilers.list_profilers().splitlines()
    assert [line.split()[0] for line in own] == list(profilers.PROFILERS)
    assert of_jmh.startswith("and of JMH, for Java alone") and "stack, comp, cl, jfr" in of_jmh


def test_doctor_lists_what_works_and_why_not_the_rest() -> None:
    def try_event(event: Event) -> Access:
        if event.type == 1:
            return Access(event, user_only=event.name == "page-faults")
        return Access(event, "no such thing", "buy another CPU")

    text = " ".join(" ".join(counters.describe_counters(80, try_event)).split())
    assert "works cpu-clock, task-clock, context-switches" in text
    assert "users page-faults: without the kernel (with it: sudo sysctl kernel.perf_event_paranoid=1)" in text
    assert "lacks cycles, instructions," in text and "node-prefetch-misses: no such thing hint: buy another CPU" in text
    assert "gc.allocations: C, C++, Go, Python, Rust, Zig gc.alloc.rate.norm:" in text and "gc.count: Go, Java, JavaScript, Python" in text
    assert "lpe:NAME" in text and "rusage user and system time" in text
    assert max(map(len, counters.describe_counters(60, try_event))) <= 60


def test_counters_have_the_names_of_b63_too() -> None:
    assert read("-c", "time,lpe:cycles, lpe:r04a1", "-c", "jemalloc_thread_allocated").profilers == {
        "gc": ("jemalloc_thread_allocated",), "perf": ("cycles", "r04a1")}
    assert read("-c", "jemalloc_thread_allocated", "-prof", "gc").profilers == {"gc": ()}
    assert read("-c", "lpe:cycles,lpe:page-faults", "-prof", "perf:cycles", "-prof", "alloc").profilers == {"perf": ("cycles", "page-faults"), "gc": ()}
    assert parse_command_line(doctor.parser(), ["--counters"])[1].profilers == {}  # an option of another meaning
    assert read("-c", "time").profilers == {} and read("-clpe:cycles").profilers == {"perf": ("cycles",)}


def test_everything_wrong_with_counters_is_reported_at_once() -> None:
    known = "give time, lpe:EVENT or jemalloc_thread_allocated; counters that a program defines itself are always measured"
    assert problems("-c", "cycles,,jemalloc,lpe:cycles,lpe:cycles", "-c", "hash_collisions", "-prof", "perv") == [
        ("-prof: there is no profiler 'perv'", "did you mean perf?"),
        ("-c: there is no counter 'cycles'", "did you mean lpe:cycles?"),
        ("-c: a counter has no name", "-c lpe:cycles,lpe:page-faults"),
        ("-c: there is no counter 'jemalloc'", known),
        ("-c: there is no counter 'hash_collisions'", known),
        ("-c: cycles is given twice", "give each event once")]
