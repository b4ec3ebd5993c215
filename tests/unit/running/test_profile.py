"""Do profiles begin with the benchmark, know the user's functions, and say which profiler is missing?"""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from made_plans import tiny_plan

from clamh.languages.base import ProfilingTool
from clamh.machine.commands import Answer
from clamh.model.cases import CallBounds, Plan
from clamh.model.profiles import Frame, Stack
from clamh.running import profile
from clamh.running.profile import choose_tools, prepare_cases
from clamh.running.profiled_stacks import Function, Places, arrange_stacks

PROFILER = SimpleNamespace(LOOP=re.compile(r"^loop "), HARNESS=re.compile("^sink "), PREFIX=re.compile("^user::"))
PLACES = Places([Function("step", (), "/a.c", 2), Function("sum", (), "/a.c", 5), Function("fill", ("S",), "/a.c", 9),
                 Function("fill", ("T",), "/a.c", 12), Function("run", ("n", "T"), "/a.c", 15)], "/build")


def arranged(*names: str | Frame) -> list[Frame]:
    frames = tuple(Frame(name) if isinstance(name, str) else name for name in names)
    stacks, outside = arrange_stacks([Stack(frames, 1.0)], PROFILER, PLACES)
    assert outside == (0.0 if stacks else 1.0)
    return list(stacks[0].frames) if stacks else []


def test_a_stack_begins_behind_the_loop_and_the_harness() -> None:
    assert arranged("main", "loop", "sink", "user::sum", "user::step", "sink") == [
        Frame("sum", "/a.c", 5), Frame("step", "/a.c", 2), Frame("sink")]


def test_without_the_loop_a_stack_begins_with_the_users_function() -> None:
    assert arranged("main", "setup", "S::fill(int)", "memset") == [Frame("S::fill(int)", "/a.c", 9), Frame("memset")]
    assert arranged("main", "clock") == [] and arranged("main", "loop") == []


def test_a_place_becomes_the_function_that_it_is_in() -> None:
    assert arranged("loop", Frame("", "/a.c", 3)) == [Frame("step", "/a.c", 2)]
    assert arranged("loop", "sum", Frame("", "/a.c", 7)) == [Frame("sum", "/a.c", 5)]
    assert arranged("loop", Frame("", "/build/source/a.c", 6)) == [Frame("sum", "/a.c", 5)]
    assert arranged("loop", "sum", Frame("", "/usr/lib.c", 3)) == [Frame("sum", "/a.c", 5)]


@pytest.mark.parametrize(
    ("name", "line"),
    [("step(int)", 2), ("step.constprop.0", 2), ("a.step", 2), ("std::step", 0), ("T::fill", 12), ("n::T<int>::run", 15),
     ("<n::T as Trait>::run", 15), ("T::run", 15), ("run", 0), ("other::T::run", 0)],
)
def test_only_the_users_own_functions_get_their_places(name: str, line: int) -> None:
    assert arranged("loop", name) == [Frame(name, "/a.c" if line else "", line)]


def test_a_function_of_another_file_keeps_its_place() -> None:
    assert arranged("loop", "sum", Frame("step", "/usr/lib.c", 7)) == [Frame("sum", "/a.c", 5), Frame("step", "/usr/lib.c", 7)]


def test_an_ambiguous_name_has_no_place() -> None:
    assert arranged("loop", "fill", "T::fill") == [Frame("fill"), Frame("T::fill", "/a.c", 12)]


def test_equal_stacks_are_joined_and_the_share_outside_is_known() -> None:
    stacks = [Stack((Frame("loop"), Frame("sum")), 2.0), Stack((Frame("x"), Frame("loop"), Frame("sum")), 1.0),
              Stack((Frame("main"),), 1.0)]
    assert arrange_stacks(stacks, PROFILER, PLACES) == ([Stack((Frame("sum", "/a.c", 5),), 3.0)], 0.25)


def chosen(monkeypatch: pytest.MonkeyPatch, **codes: int) -> profile.ChosenTools:
    tools = [ProfilingTool(name=name, unit="none", argv=(name,), probe=(name,), install_hint=f"install {name}",
                           refused_hint=f"permit {name}", pattern="*") for name in codes]
    monkeypatch.setattr(profile, "_find_tools", lambda *arguments: tools)
    monkeypatch.setattr(profile, "case_command", lambda *arguments: None)
    return choose_tools(tiny_plan(), lambda argv: Answer(codes[argv[0]], b"", "\nno access\n"))


def test_the_first_usable_profiler_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(monkeypatch, a=0, b=0) == ({"miniature/1": "a"}, {}, ())
    names, missing, [warning] = chosen(monkeypatch, a=1, b=0)
    assert names == {"miniature/1": "b"} and not missing
    assert warning.message == "miniature/1 is profiled by b: a does not work here: no access" and warning.hint == "permit a"


def test_a_platform_without_a_profiler_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    names, missing, _ = chosen(monkeypatch, a=1, b=127)
    assert not names and missing["miniature/1"].hint == "permit a; or install b"
    assert missing["miniature/1"].message == "cannot profile miniature/1: a does not work here: no access and b is not installed (b)"
    assert "no profiler" in chosen(monkeypatch).missing["miniature/1"].message


def test_a_program_that_does_not_exist_is_not_installed() -> None:
    assert profile._probe(("/there/is/no/such/program",)).code == profile.MISSING


def with_modes(plan: Plan, *modes: str) -> Plan:
    [case] = plan.cases
    return profile.replace(plan, cases=tuple(profile.replace(case, case_id=mode, mode=mode) for mode in modes))


def test_a_case_is_profiled_in_one_process_and_its_first_mode() -> None:
    [case] = prepare_cases(with_modes(tiny_plan(), "thrpt", "avgt")).cases
    assert (case.mode, case.options.forks, case.options.warmup_iterations, case.options.measurement_iterations) == ("thrpt", 1, 1, 1)
    [shot] = prepare_cases(with_modes(tiny_plan(), "ss")).cases
    assert shot.options.measurement_iterations == profile.MOST_SHOTS and shot.options.warmup_time_ns == 0


def test_iterations_with_bounds_are_repeated() -> None:
    [case] = tiny_plan().cases
    bounded = profile.replace(case, options=profile.replace(case.options, bounds=CallBounds(least=1, most=9)))
    [profiled] = prepare_cases(profile.replace(tiny_plan(), cases=(bounded,))).cases
    assert profiled.options.measurement_iterations == profile.MOST_SHOTS and profiled.options.warmup_time_ns == profile.WARMUP_NS
