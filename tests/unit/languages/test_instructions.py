"""Does each instruction count as what it does? Names and operands are as the disassemblers print them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from clamh.languages.base import Captured
from clamh.languages.go.explain import parse_functions as parse_go
from clamh.languages.go.explain import read_code as read_code_of_go
from clamh.languages.instructions import UNKNOWN, describe_arm64, describe_x86_64, is_endless
from clamh.languages.java.explain import parse_method
from clamh.languages.javascript.explain import find_lines, parse_bytecode, parse_optimised
from clamh.languages.javascript.explain import read_code as read_code_of_javascript
from clamh.languages.machine_code import Lines, Symbol, name_slots, parse_symbols, read_functions
from clamh.model.code import Function, Instruction, Target
from clamh.model.errors import InputError
from clamh.model.loops import find_loops
from clamh.model.sources import Location


def facts(instruction: Instruction) -> str:
    """Its facts in a few letters: P packed operation, M packed move, L load, S store, J jump, E end, padding -, and the call."""
    marks = {"P": instruction.packed == "operation", "M": instruction.packed == "move", "L": instruction.loads, "S": instruction.stores,
             "J": instruction.jumps_to is not None, "E": instruction.ends, "-": instruction.padding}
    return "".join(mark for mark, holds in marks.items() if holds) + instruction.calls


@pytest.mark.parametrize(("text", "expected"), [
    ("vpaddd (%rax),%ymm0,%ymm0", "PL"), ("vaddpd %ymm1,%ymm0,%ymm0", "P"), ("mulps %xmm1,%xmm0", "P"),
    ("vfmadd231pd (%rdx,%rax,8),%ymm1,%ymm0", "PL"), ("pcmpeqb %xmm1,%xmm0", "P"), ("cvtdq2ps %xmm0,%xmm0", "P"),
    ("vaddsd (%rax),%xmm0,%xmm0", "L"), ("mulss %xmm1,%xmm0", ""), ("cvtsi2sd %eax,%xmm0", ""),
    ("vxorps %xmm0,%xmm0,%xmm0", ""), ("pxor %xmm0,%xmm0", ""), ("andpd 0x10(%rip),%xmm0        # 10 <x>", "L"),
    ("vunpckhpd %xmm1,%xmm1,%xmm1", ""), ("movaps %xmm0,%xmm1", ""), ("movups (%rax),%xmm0", "ML"), ("vmovdqu %ymm0,0x20(%rdi)", "MS"),
    ("movaps %xmm0,0x10(%rsp)", "S"), ("popcnt %rax,%rax", ""), ("prefetcht0 0x40(%rax)", "L"),
    ("mov %eax,(%rdi)", "S"), ("mov (%rdi),%eax", "L"), ("add %eax,(%rdi)", "LS"), ("incl 0x4(%rdi)", "LS"), ("cmp %eax,(%rdi)", "L"),
    ("lea 0x8(%rax,%rbx,4),%rcx", ""), ("push %rbp", "S"), ("pop %rbp", "L"), ("imul $0x1f,(%rax),%eax", "L"),
    ("lock xadd %eax,(%rdi)", "LS"), ("mov %fs:0x28,%rax", "L"), ("test %eax,%eax", ""), ("sete (%rax)", "S"), ("lock cmpxchg %ecx,(%rdi)", "LS"), ("push (%rdi)", "LS"),
    ("jne 10 <f+0x4>", "J"), ("jmp 10 <f+0x4>", "JE"), ("jmp 40 <other>", "JEother"), ("jmp *%rax", f"E{UNKNOWN}"),
    ("call 40 <malloc@plt>", "malloc"), ("call *0x8(%rax)", f"L{UNKNOWN}"), ("call *0x8(%rip)        # 10 <free@GLIBC_2.2.5>", "Lfree"),
    ("call 40 <ns::f(int, Input const&)>", "ns::f(int, Input const&)"), ("call 40 <abort@plt>", "E"), ("call 40 <core::panicking::panic>", "E"),
    ("fldt 0x10(%rsp)", "L"), ("fld %st(1)", ""), ("faddl (%rax)", "L"), ("fildll (%rax)", "L"), ("fstpt (%rdi)", "S"), ("fistpll (%rdi)", "S"),
    ("call 40 <std::__throw_length_error(char const*)@plt>", "E"), ("ret", "E"), ("repz ret", "E"), ("ud2", "E"),
    ("nopw 0x0(%rax,%rax,1)", "-"), ("data16 cs nopw 0x0(%rax,%rax,1)", "-"), ("xchg %ax,%ax", "-"), ("xchg %rax,(%rdi)", "LS"),
])
def test_facts_of_x86_64(text: str, expected: str) -> None:
    assert facts(describe_x86_64(0, text)) == expected


@pytest.mark.parametrize("name", [
    "abort", "__stack_chk_fail", "_Unwind_Resume", "__cxa_throw", "std::terminate()", "std::__glibcxx_assert_fail(char const*, int)",
    "std::__1::vector<int>::__throw_length_error[abi:ne180100]() const", "core::panicking::panic_bounds_check", "core::option::unwrap_failed",
    "core::slice::index::slice_end_index_len_fail::do_panic::runtime", "core::slice::<impl [T]>::copy_from_slice::len_mismatch_fail",
    "alloc::alloc::handle_alloc_error", "std::panicking::begin_panic::<&str>", "<alloc::vec::Vec<_, _>>::remove::assert_failed",
    "std::panic::resume_unwind", "core::num::from_ascii_radix_panic", "core::num::from_str_radix_panic::do_panic::runtime", "log.Panicf",
    "log.(*Logger).Panicln", "runtime.goPanicIndex", "runtime.morestack_noctxt.abi0", "debug.FullPanic((function 'fail')).outOfBounds",
])
def test_functions_of_runtimes_that_never_return_are_known(name: str) -> None:
    assert is_endless(name)


@pytest.mark.parametrize("name", [
    "count_failed", "sorts::count_failed", "user::Panicked::add", "panic_level(int)", "ns::terminate()", "unreachable", "handle_alloc_error",
    "std::vector<ns::count_failed, std::allocator<ns::count_failed> >::push_back(ns::count_failed&&)", "std::panicking::panic_count::is_zero_slow_path",
    "clamh.artifact/user.panicLevel", "catalog.Panicf", "log.Panics", "std::panicking::try",
])
def test_functions_of_such_names_return_if_they_are_no_runtimes(name: str) -> None:
    assert not is_endless(name)


@pytest.mark.parametrize(("text", "expected"), [
    ("add\tv0.4s, v0.4s, v1.4s", "P"), ("fmla\tv0.2d, v1.2d, v2.2d", "P"), ("ldr\tq1, [x0], #16", "ML"), ("str\tq1, [sp, #16]", "S"),
    ("fadd\td0, d0, d1", ""), ("ldr\tw1, [x0]", "L"), ("stp\tx29, x30, [sp, #-16]!", "S"), ("movi\tv0.4s, #0x0", ""),
    ("b.ne\t10 <f+0x4>  // b.any", "J"), ("b\t10 <f+0x4>", "JE"), ("cbnz\tx1, 10 <f+0x4>", "J"), ("bl\t40 <malloc@plt>", "malloc"),
    ("blr\tx1", UNKNOWN), ("b\t40 <other>", "JEother"), ("bl\t40 <abort@plt>", "E"), ("ret", "E"), ("nop", "-"),
])
def test_facts_of_arm64(text: str, expected: str) -> None:
    assert facts(describe_arm64(0, text)) == expected


GO = """TEXT clamh.artifact/user.clamh_repeat_benchmark0(SB) /x/work.go
  work.go:9\t0x10\t48ffcf\t\tDECQ DI\t\t\t
  work.go:99\t0x13\t90\t\tNOPL\t\t\t
  work.go:12\t0x14\t90\t\tADDSD 0(CX)(BX*8), X0\t\t\t
  work.go:12\t0x18\t90\t\tMOVQ CX, 0x8(SP)\t\t\t
  work.go:12\t0x1a\t90\t\tMOVUPS X15, 0x10(CX)\t\t\t
  work.go:12\t0x1b\t90\t\tPADDD X1, X0\t\t\t
  work.go:12\t0x1c\t90\t\tCALL runtime.newobject(SB)\t\t\t
  work.go:12\t0x20\t90\t\tCALL runtime.panicBounds(SB)\t\t\t
  work.go:12\t0x22\t90\t\tCALL 0(DX)\t\t\t
  work.go:12\t0x23\t90\t\tLOCK XADDQ CX, 0(AX)\t\t\t
  work.go:12\t0x24\t90\t\tJL 0x10\t\t\t
  malloc.go:12\t0x26\t90\t\tRET\t\t\t
  work.go:12\t0x28\t90\t\tRET\t\t\t
"""
GO_TEXTS = "TEXT f(SB) /x/work.go\nfor {\n  0x10\t48ffcf\t\tDECQ DI\n  0x13\t90\t\tNOPL\n\ttotal += values[i]\n  0x14\t90\t\tADDSD"


def test_facts_of_go() -> None:
    (function,) = parse_go(GO, GO_TEXTS, {"/x/work.go": 20})
    assert function.name == "clamh.artifact/user.clamh_repeat_benchmark0"
    assert [facts(line) for line in function.instructions] == ["", "-", "L", "S", "MS", "P", "runtime.newobject", "E", UNKNOWN, "LS", "J", "E", "E"]
    assert [line.own for line in function.instructions] == [True, False, *[True] * 9, False, False], "99 is behind the end; the last is another work.go"


@pytest.mark.parametrize("module", ["", "example.org/m/sums/"])
def test_functions_that_a_benchmark_of_go_calls_are_shown(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{module}clamh.artifact/user.helper"
    printed = {
        "repeat_benchmark0$": GO.replace("CALL runtime.newobject", f"CALL {name}"),
        f"^({re.escape(name)})$": f"TEXT {name}(SB) /x/work.go\n  work.go:9\t0x10\t48ffcf\t\tDECQ DI\t\t\t\n",
    }
    monkeypatch.setattr("clamh.languages.go.explain.platform", SimpleNamespace(machine=lambda: "x86_64"))
    target = Target(number=0, name="b", callee="b", location=Location(path="/x/work.go", line=2), files={"/x/work.go": 20})
    artifact: Any = SimpleNamespace(platform=SimpleNamespace(executable="go"), path="run_work")
    code = read_code_of_go(artifact, target, lambda argv: Captured(code=0, output=GO_TEXTS if "-S" in argv else printed[argv[-2]]))
    assert [function.name for function in code.functions] == ["clamh.artifact/user.clamh_repeat_benchmark0", name]


V8 = """
optimization_id = 8
source_position = 20
name = clamh$repeat_b0
compiler = turbofan

Instructions (size = 126)
0x7ff884015040     0  48       REX.W movq rbx,[rcx-0x8]
0x7ff884015044     4  f6       vpaddd ymm0,ymm0,[rbx+0x35]
0x7ff884015048     8  0f       jnz 0x7ff8a3e4d1c0  (CompileLazyDeoptimizedCode)    ;; near builtin entry
0x7ff88401504e     e  55       REX.W cmpq [rbx],r9
0x7ff88401504f     f  48       jl 0x7ff8a3e4d1c0  <+0x4>
0x7ff884015053    13  57       call 0x7ff8a3eda440  (Allocate)    ;; near builtin entry
0x7ff884015055    15  57       call rcx
0x7ff884015056    16  f0       lock xaddl [rbx+0x7],rcx

Source positions:
 pc offset  position
         0        20
         e        2

Inlined functions (count = 1)
 0x186c73dd3f49 <SharedFunctionInfo add>

Deoptimization
"""


def test_facts_of_v8_and_lines_only_if_its_positions_are_those_of_the_file(tmp_path) -> None:
    text = "\nfunction add() {}\n" + "(clamh$o, repeat_b"
    (tmp_path / "0.js").write_text(text)
    target = Target(number=0, name="add", callee="add", location=Location(path="/x/work.js", line=2), files={"/x/work.js": 2})
    block = V8.replace("source_position = 20", f"source_position = {text.index('(clamh')}")
    line_of = find_lines(block, target, tmp_path)
    assert line_of is not None and [line_of(offset) for offset in (0, 0xE, 0x15)] == [0, 2, 2]
    code = list(parse_optimised(block, "work.js", line_of))
    assert [facts(line) for line in code] == ["L", "PL", "", "L", "J", "Allocate", UNKNOWN, "LS"]
    assert find_lines(block.replace("FunctionInfo add", "FunctionInfo other"), target, tmp_path) is None
    assert find_lines(V8, target, tmp_path) is None, "the position is not that of the stub"


@pytest.mark.parametrize(("suffix", "note"), [("js", ""), ("ts", "without line numbers: V8 gives those of the translation by esbuild")])
def test_code_of_typescript_has_no_lines_and_says_why(suffix: str, note: str, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\nfunction add() {}\n" + "(clamh$o, repeat_b"
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / f"0.{suffix}").write_text(text)
    printed = "--- Optimized code ---\n" + V8.replace("source_position = 20", f"source_position = {text.index('(clamh')}")
    monkeypatch.setattr("clamh.languages.javascript.explain.platform", SimpleNamespace(machine=lambda: "x86_64"))
    path = f"/x/work.{suffix}"
    target = Target(number=0, name="add", callee="add", function="0", location=Location(path=path, line=2), files={path: 2})
    platform = SimpleNamespace(executable="node", flags=(), facts={"runtime": "node"}, id="javascript/node-24")
    artifact: Any = SimpleNamespace(platform=platform, path=str(tmp_path / "run_work.js"))
    code = read_code_of_javascript(artifact, target, lambda argv: Captured(code=0, output=printed))
    assert code.notes[1:] == ((note,) if note else ())
    assert any(line.line for line in code.functions[0].instructions) is not bool(note)


def test_bytecode_of_v8_has_jumps_and_calls() -> None:
    printed = ("[generated bytecode for function: other (0x1 <SharedFunctionInfo other>)]\n    0x1 @    0 : 0c  LdaZero\n"
               "[generated bytecode for function: add (0x1 <SharedFunctionInfo add>)]\nBytecode length: 54\n"
               "  613 S> 0x1 @    0 : 0c                LdaZero\n         0x1 @    1 : 5f f9 01 02       CallUndefinedReceiver1 r1, r2\n"
               "         0x1 @    5 : 9a 10             JumpIfFalse [16] (0x2 @ 21)\n         0x1 @    7 : 8b 07 00  JumpLoop [7], [0] (0x2 @ 0)\n"
               "         0x1 @   21 : ab                Return\n")
    assert [facts(line) for line in parse_bytecode(printed, "add")] == ["", UNKNOWN, "J", "JE", "E"]


JAVAP = """public class explain.Work {
  public int adder();
    Code:
       0: iconst_5
    LineNumberTable:
      line 3: 0

  public int add(explain.Input);
    Code:
       0: iconst_0
       1: if_icmpge     20
       4: invokestatic  #7                  // Method java/lang/Math.max:(II)I
       8: invokedynamic #9,  0              // InvokeDynamic #0:makeConcat
      17: goto          1
      20: ireturn
    LineNumberTable:
      line 13: 0
      line 15: 4
}
"""


def test_bytecode_of_a_java_method_has_its_lines_jumps_and_calls() -> None:
    code = list(parse_method(JAVAP, "add", "Work.java"))
    assert [facts(line) for line in code] == ["", "J", "java.lang.Math.max", "(invokedynamic)", "JE", "E"]
    assert [line.line for line in code] == [13, 13, 15, 15, 15, 15] and not list(parse_method(JAVAP, "ad", "Work.java"))


SYMBOLS = """00000000000036c0 l     F .text\t000000000000007b              clamh_b0_repeat
0000000000003580 l     F .text.unlikely\t0000000000000005              clamh_b0_repeat.cold
0000000000003b40 g     F .text\t0000000000000075              .hidden ns::add(int, int)
0000000000000000       F *UND*\t0000000000000000              malloc@GLIBC_2.2.5
0000000000003c00 g     F .text\t0000000000000000              empty
"""


def test_symbols_and_pointers_are_read_as_objdump_prints_them() -> None:
    symbols = parse_symbols(SYMBOLS)
    assert symbols == [Symbol(0x3580, 5, "clamh_b0_repeat.cold"), Symbol(0x36C0, 0x7B, "clamh_b0_repeat"), Symbol(0x3B40, 0x75, "ns::add(int, int)")]
    pointers = "000000000001b008 R_X86_64_JUMP_SLOT  free@GLIBC_2.2.5\n000000000001b010 R_X86_64_RELATIVE  *ABS*+0x3b40\n0000000000000020 R_X86_64_RELATIVE  *ABS*+0x1\n"
    assert name_slots(pointers, symbols) == {0x1B008: "free@GLIBC_2.2.5", 0x1B010: "ns::add(int, int)"}


def read(*listed: str, architecture: str = "i386:x86-64", lines: str = "") -> Any:
    """The code of a stub of these instructions, whose executable has a pointer to free at 30 and a function abort at 60."""
    def run(argv: tuple[str, ...]) -> Captured:
        code = "".join(f"  {10 + at}:\t{text}\n" for at, text in enumerate(listed))
        outputs = {"-f": f"architecture: {architecture}, flags 0x1:\n", "--dwarf=decodedline": lines,
                   "-t": "".join(f"00000000000000{at} l     F .text\t0000000000000010              {name}\n" for at, name in ((10, "stub"), (60, "abort"))),
                   "-R": "0000000000000030 R_X86_64_GLOB_DAT  free@GLIBC_2.2.5\n", "-d": f"0010 <stub>:\n{code}"}
        return Captured(code=0, output=next((outputs[word] for word in argv if word in outputs), ""))

    target = Target(number=0, name="f", callee="f", location=Location(path="/x/work.c", line=1), files={"/x/work.c": 2})
    return read_functions("run_work", target, lambda name: name == "stub", run)


@pytest.fixture(autouse=True)
def objdump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")


LOAD, CALL = "mov    0x8(%rip),%r12        # 30 <_DYNAMIC+0x8>", "call   *%r12"


def test_call_through_a_register_has_a_name_only_if_a_single_load_decides_it() -> None:
    assert [line.calls for line in read(LOAD, CALL, "pop    %r12", "ret").functions[0].instructions] == ["", "free", "", ""]
    for write in ("mov    %rax,%r12", "xor    %r12d,%r12d", "add    $0x8,%r12"):
        assert read(LOAD, write, CALL).functions[0].instructions[2].calls == UNKNOWN
    assert read(CALL).functions[0].instructions[0].calls == UNKNOWN


def test_function_of_the_user_returns_whatever_its_name() -> None:
    calls = [[line.calls for line in read("call   60 <abort>", "ret", lines=lines).functions[0].instructions] for lines in ("", "work.c 1 0x60\n")]
    assert calls == [["", ""], ["abort", ""]]


LINES = """CU: /x/wrapper.c:
File name    Line number    Starting address    View    Stmt
loop.h                 5               0x10       x

/x/bench/../bench/sum.c:
sum.c                  9               0x11       x

/x/lib/sum.c:
sum.c                  7               0x12       x

/usr/lib/sum.c:
sum.c                  7               0x13       x

source/other.c:
other.c                1               0x14       x

../../lib/other.c:
other.c                1               0x15       x
"""


def test_files_of_one_name_are_known_by_their_folders() -> None:
    lines = Lines(LINES, {"/x/bench/sum.c": 10, "/x/lib/sum.c": 8, "/x/other.c": 2})
    placed = [lines.add_line(Instruction(address=at, text="")) for at in range(0x10, 0x16)]
    assert [(each.file, each.own) for each in placed] == [
        ("loop.h", False), ("/x/bench/sum.c", True), ("/x/lib/sum.c", True), ("sum.c", False), ("/x/other.c", True), ("other.c", False)]
    inlined = Lines(LINES.replace("source/other.c:", "../other.c:"), {"/x/other.c": 2})
    assert not any(inlined.add_line(line).own for line in placed), "a library has both"
    library = Lines(LINES.replace("/usr/lib/sum.c:", "lib/sum.c:"), {"/x/bench/sum.c": 10})
    assert [library.add_line(line).own for line in placed[1:4]] == [True, False, False], "it was built in its own folder"
    generated = Lines(LINES.replace("/x/lib/sum.c:", "./sum.c:[++]"), {"/x/bench/sum.c": 10})
    assert [generated.add_line(line).own for line in placed[1:3]] == [True, False], "DWARF 4 has the folder of the build so"
    copies = Lines(LINES.replace("/usr/lib/", "source/b/").replace("/x/lib/", "source/a/"), {"/x/a/sum.c": 8, "/x/b/sum.c": 8})
    assert [copies.add_line(line).file for line in placed[2:4]] == ["/x/a/sum.c", "/x/b/sum.c"], "copies of two files"
    function = Function(name="f", instructions=(*placed[1:3], Instruction(address=0x16, text="", jumps_to=0x11)))
    assert [loop.lines for loop in find_loops(function)] == [(9, 9)], "of one file"


def test_notes_tell_of_missing_lines_and_of_a_jump_through_a_table() -> None:
    notes = read("jmp    *%rax").notes
    assert "no line numbers" in notes[0] and "indirect jump" in notes[1]


def test_other_machines_are_refused() -> None:
    with pytest.raises(InputError) as error:
        read("ret", architecture="powerpc")
    assert "does not name a machine" in error.value.diagnostics[0].message


def test_programs_of_macos_are_refused() -> None:
    with pytest.raises(InputError) as error:
        read("ret", architecture="aarch64\nrun_work: file format mach-o arm64")
    assert "is Mach-O" in error.value.diagnostics[0].message and error.value.diagnostics[0].hint.endswith("otool -tvV run_work")
