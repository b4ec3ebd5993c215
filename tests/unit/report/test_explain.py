"""Are the facts and the listing of `clamh explain` what objdump printed? The approved texts stand in tests/golden/explain."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.languages.base import Captured
from clamh.languages.machine_code import read_functions
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.options import Options
from clamh.model.sources import Location
from clamh.model.summary import Judgement
from clamh.report.explain import Explained, find_rows, render_explained

TESTS = Path(__file__).parents[2]
PRINTED = TESTS / "golden" / "explain"  # what GNU objdump 2.40 prints of tests/e2e/explain/work.c, compiled by gcc 12
WORK = TESTS / "e2e" / "explain" / "work.c"


def print_stored(argv: tuple[str, ...]) -> Captured:
    """What objdump printed when these files were stored."""
    files = {"-t": "symbols", "-R": "pointers", "--dwarf=decodedline": "lines"}
    name = next((files[word] for word in argv if word in files), None)
    if "-f" in argv:
        return Captured(code=0, output="architecture: i386:x86-64, flags 0x00000150:\n")
    start = next((word.partition("=")[2] for word in argv if word.startswith("--start-address")), "")
    name = name or {0x36C0: "clamh_b0_repeat", 0x3A40: "clamh_b2_repeat"}[int(start)]
    return Captured(code=0, output=(PRINTED / f"{name}.txt").read_text())


def read(number: int, name: str, line: int) -> Explained:
    target = Target(number=number, name=name, callee=name, location=Location(path=str(WORK), line=line), files={str(WORK): 34})
    code = read_functions("run_work", target, lambda symbol: symbol == f"clamh_b{number}_repeat", print_stored)
    return Explained("c/gcc-12", target, code)


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> list[Explained]:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.chdir(WORK.parent)
    return [read(0, "add", 11), read(2, "allocate", 26)]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("full", [False, True], ids=["short", "full"])
def test_text_is_the_approved_text(width: int, full: bool, explained: list[Explained], golden) -> None:
    lines = render_explained(explained, full, width)
    assert max(map(len, lines)) <= width
    golden(f"explain/{'full' if full else 'short'}-{width}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("width", [1, 20, 52])
def test_a_narrow_terminal_has_all_facts(width: int, explained: list[Explained]) -> None:
    lines, wide = (render_explained(explained, False, each) for each in (width, 120))
    assert lines[0].split() == wide[0].split() and sum("calls:" in line for line in lines) == 2
    assert sum(line.strip().startswith(("measured loop", "loop inside")) for line in lines) >= 3


def test_rows_of_the_newest_run_are_found_by_numbers() -> None:
    measured = run([case([fork(0, [1.0])], str(number), params={"n": text}) for number, text in enumerate(("1e3", "2"))])
    newest = Judgement(measured, summarise(measured, 0.95))
    row = newest.summary.rows[0]
    artifact = SimpleNamespace(platform=SimpleNamespace(id=row.platform), sha256="", source=f"/project/{row.source}")
    benchmark = SimpleNamespace(key=row.key, name=row.benchmark)
    rows, _ = find_rows(newest, artifact, benchmark, Options(params={"n": ("0x3e8", "5")}), "/project")  # type: ignore[arg-type]
    assert [row.params for row in rows] == [{"n": "1e3"}]


def test_rows_of_another_source_with_the_same_key_are_left_out() -> None:
    measured = run([case([fork(0, [1.0])], source, source=f"{source}/factorial.cpp") for source in ("first", "second")])
    sources = {f"{source}/factorial.cpp": "" for source in ("first", "second")}
    measured = replace(measured, header=replace(measured.header, sources=sources))
    newest = Judgement(measured, summarise(measured, 0.95))
    row = newest.summary.rows[0]
    benchmark = SimpleNamespace(key=row.key, name=row.benchmark)
    for source, found in (("first", ["first"]), ("second", ["second"]), ("third", [])):
        artifact = SimpleNamespace(platform=SimpleNamespace(id=row.platform), sha256="", source=f"/project/{source}/factorial.cpp")
        rows, _ = find_rows(newest, artifact, benchmark, Options(), "/project")  # type: ignore[arg-type]
        assert [row.case_id for row in rows] == found


def test_rows_of_an_artifact_without_its_source_are_found() -> None:
    measured = run([case([fork(0, [1.0])], source="run_work")])  # `run --artifact`: no source is among the header's
    row = (newest := Judgement(measured, summarise(measured, 0.95))).summary.rows[0]
    artifact = SimpleNamespace(platform=SimpleNamespace(id=row.platform), sha256="", source="/project/work.cpp")
    benchmark = SimpleNamespace(key=row.key, name=row.benchmark)
    assert find_rows(newest, artifact, benchmark, Options(), "/project")[0] == (row,)  # type: ignore[arg-type]


def test_bytecode_has_no_facts_of_a_machine_and_notes_stand_below_its_facts() -> None:
    code = Code(kind="bytecode", machine=False, measured=False, notes=("not the compiled code",), functions=(Function(
        name="f", instructions=(Instruction(address=0, text="LOAD"), Instruction(address=2, text="JUMP to 0", jumps_to=0, ends=True))),))
    target = Target(number=0, name="f", callee="f", location=Location(path="/x/f.py", line=1), files={"/x/f.py": 2})
    lines = render_explained([Explained("p", target, code)], False, 80)
    assert lines[2].split() == ["function", "f", "2", "-", "0", "-", "-"]
    assert lines[3].split() == ["loop", "inside", "2", "-", "0", "-", "-"] and "  note: not the compiled code" in lines


def test_lines_of_another_file_have_its_name() -> None:
    code = Code(kind="x86-64 machine code", functions=(Function(name="stub", instructions=(
        Instruction(address=0, text="inc", file="/x/map.h", line=7, own=True),
        Instruction(address=2, text="jne 0", file="/x/map.h", line=9, own=True, jumps_to=0))),))
    names = {path: render_explained([Explained("p", Target(number=0, name="f", callee="f", location=Location(path=path, line=1), files={path: 2}),
                                               code)], False, 80)[2].split()[2] for path in ("/x/f.c", "/x/map.h", "/y/map.h")}
    assert names == {"/x/f.c": "map.h:7-9", "/x/map.h": "7-9", "/y/map.h": "/x/map.h:7-9"}


def test_stub_without_a_loop_says_so_and_a_member_of_a_group_is_named() -> None:
    target = Target(number=0, place=0, name="pingpong, ping", callee="ping", location=Location(path="/x/f.c", line=1), files={"/x/f.c": 2})
    code = Code(kind="x86-64 machine code", functions=(Function(name="stub", instructions=(Instruction(address=0, text="ret", ends=True),)),))
    lines = render_explained([Explained("p", target, code)], False, 80)
    assert lines[1] == "p: pingpong, ping: x86-64 machine code (/x/f.c:1)" and lines[2:4] == ["  no loop found", "  calls: none"]
    assert lines[-1] == "    0  ret"


def test_long_loop_is_cut_and_control_characters_are_escaped() -> None:
    body = tuple(Instruction(address=at, text="add \x1b[31m", own=True) for at in range(60))
    jump = Instruction(address=60, text="jmp 0", jumps_to=0, ends=True)
    target = Target(number=0, name="f", callee="f", location=Location(path="/x/f.c", line=1), files={"/x/f.c": 2})
    code = Code(kind="x86-64 machine code", functions=(Function(name="stub", instructions=(*body, jump)),))
    short, full = (render_explained([Explained("p", target, code)], full, 80) for full in (False, True))
    assert short[-1] == "    … 13 more instructions: --full" and len(full) == len(short) + 12
    assert not any("\x1b" in line for line in (*short, *full))
