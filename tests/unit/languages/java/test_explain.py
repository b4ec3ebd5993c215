"""Is the code of a method what C2 made of it where the JVM prints that, and else its bytecode, with its kind?"""

from __future__ import annotations

import platform
import shutil
import subprocess

import pytest

from clamh.languages.base import Captured
from clamh.languages.java.compiled import find_blocks, join_bytes
from clamh.languages.java.explain import read_code
from clamh.model.artifacts import Artifact, Platform
from clamh.model.code import Code, Target
from clamh.model.sources import Location

# As JDK 17 prints it: C1's code, C2's code of a running loop (only `ret`), C2's whole method. Its bytes: a loop of `dec %ecx; jne`,
# then `call` of an allocation and of an uncommon trap.
PRINTED = """
Compiled method (c1)    4922  487       3       explain.Work::add (42 bytes)
[MachCode]
[Entry Point]
  0x00007fa7294a2f40: cccc cccc
Compiled method (c2)    5922  488       4       explain.Work::add (42 bytes)
[MachCode]
[Entry Point]
  # {method} {0x00007fa6bb47b8e8} 'add' '()I' in 'explain/Work'
  0x00007fa730ef4f20: ffc9 75fc
  0x00007fa730ef4f24: ;   {runtime_call _new_instance_Java}
  0x00007fa730ef4f24: e800 0000 | 0066 6690

  0x00007fa730ef4f2c: ; ImmutableOopMap {}
                      ;*iload {reexecute=0 rethrow=0 return_oop=0}
                      ; - explain.Work::add@13 (line 14)
                      ;   {runtime_call UncommonTrapBlob}
  0x00007fa730ef4f2c: e800 0000 | 00c3
[Exception Handler]
  0x00007fa730ef4f40: f4f4
Compiled method (c2)    5822  486 %     4       explain.Work::add @ 13 (42 bytes)
[MachCode]
[Verified Entry Point]
  0x00007fa730ef5f20: c3
[/MachCode]
"""
JAVAP = "class W {\n  public int add();\n    Code:\n       0: iconst_0\n       1: ireturn\n    LineNumberTable:\n      line 13: 0\n}\n"
X86_64 = pytest.mark.skipif("x86_64" not in platform.machine() or not shutil.which("objdump"), reason="the bytes are x86-64's; objdump reads them")


def read(printed: Captured) -> Code:
    def run(argv: tuple[str, ...]) -> Captured:
        if argv[0] == "/jdk/bin/java":
            assert argv[1:4] == ("-jar", "run_Work.jar", r"explain\.Work\.add$") and argv[argv.index("-p") + 1] == "size=8"
            given = [(name, value) for name, value in zip(argv, argv[1:], strict=False) if name.startswith("-jvmArgs")]
            assert given[:2] == [("-jvmArgsAppend", '"-XX:UseAVX=0"'), ("-jvmArgs", '"-Xmx1g"')]  # those of the measured forks
            assert {name for name, _ in given[2:]} == {"-jvmArgsPrepend"} and "CompileCommand=print" in given[-1][1]
            return printed
        if argv[0] == "/jdk/bin/javap":
            return Captured(code=0, output=JAVAP)
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        return Captured(code=done.returncode, output=done.stdout)

    java = Platform(id="java/openjdk-17", language="java", executable="/jdk/bin/java", version="17", facts={"javac": "/jdk/bin/javac"}, extra=("-Xmx1g",))
    target = Target(number=0, name="explain.Work.add", callee="explain.Work.add", location=Location(path="/x/Work.java", line=12), files={"/x/Work.java": 20},
                    arguments=("explain.Work.add", "-p", "Work.size=8", "-p", "Work.text=ab"))
    return read_code(Artifact(source="/x/Work.java", platform=java, path="run_Work.jar", sha256="",
                              options={"jvmArgsAppend": ("-XX:UseAVX=0",)}), target, run)


@X86_64
def test_code_of_c2_is_that_of_the_whole_method_with_the_names_of_its_calls() -> None:
    code = read(Captured(code=0, output=PRINTED))
    assert "C2" in code.kind and code.machine and not code.measured and "without line numbers" in code.notes[0]
    (function,) = code.functions
    assert [line.text.split()[0] for line in function.instructions] == ["dec", "jne", "call", "data16", "call", "ret"]
    assert function.instructions[1].jumps_to == 0
    assert [line.calls for line in function.instructions if line.text.startswith("call")] == ["_new_instance_Java", ""]


@pytest.mark.parametrize("printed", [
    Captured(code=127, output="timed out"), Captured(code=0, output="Compiled method (c2) 1 2 4 explain.Work::add\n[Disassembly]\n"), Captured(code=1, output=PRINTED),
], ids=["too slow", "hsdis", "failed"])
def test_without_bytes_of_c2_the_listing_is_bytecode_and_says_so(printed: Captured) -> None:
    code = read(printed)
    assert code.kind == "bytecode (javap -c)" and not code.machine and "no such code" in code.notes[0]
    assert [(line.text, line.line) for line in code.functions[0].instructions] == [("iconst_0", 13), ("ireturn", 13)]


def test_method_of_a_nested_class_is_found_by_the_names_of_the_jvm() -> None:
    asked: list[tuple[str, ...]] = []

    def run(argv: tuple[str, ...]) -> Captured:
        asked.append(argv)
        return Captured(code=0, output=JAVAP.replace("add", "ping") if argv[0] == "/jdk/bin/javap" else "")

    java = Platform(id="java/openjdk-17", language="java", executable="/jdk/bin/java", version="17", facts={"javac": "/jdk/bin/javac"})
    target = Target(number=0, place=0, name="a.b.Outer.Inner.pingpong, ping", callee="ping", location=Location(path="/x/Outer.java", line=1),
                    files={"/x/Outer.java": 9}, arguments=("a.b.Outer.Inner.pingpong",))
    code = read_code(Artifact(source="/x/Outer.java", platform=java, path="run_Outer.jar", sha256=""), target, run)
    assert code.functions[0].name == "ping" and asked[-1][-1] == "a.b.Outer$Inner"


def test_bytes_are_joined_over_comments_up_to_the_exception_handler() -> None:
    blocks = find_blocks(PRINTED)
    assert len(blocks) == 2 and join_bytes(blocks[0])[1] == b"\xc3"
    assert join_bytes(blocks[-1]) == (0x7FA730EF4F20, bytes.fromhex("ffc975fce80000000066669" + "0e800000000c3"))
