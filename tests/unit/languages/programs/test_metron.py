"""Which functions of a program written for Metron are benchmarks, and what completes its build?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.languages.programs import metron
from clamh.languages.zig import generator, toolchain
from clamh.model.artifacts import Platform
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Parsed, SourceFile, Unit
from clamh.sources.bind import bind
from clamh.sources.discover import source_file
from clamh.sources.parse import parse_text

IMPORT = 'const metron = @import("metron");\n'
TWO = """pub fn main() void { metron.run(struct {
    pub const name = "two";
    pub const threads = [_]usize{ 1, 2 };
    pub fn first(state: *metron.State) void {}
    fn hidden() void {}
    pub fn second(state: *metron.State) void { state.bytes = 1; }
}); }
"""
SINGLE = 'const Single = struct { pub const name = "one \\"x\\""; pub const other = 1; pub fn only(_: *metron.State) void {} };\n'


def read(text: str, path: str = "work.zig") -> tuple[Parsed, list[Diagnostic]]:
    source = SourceFile(path=path, language="zig", sha256="0", benchmarks=True)
    return parse_text(source, text.encode(), languages()["zig"])


def read_unit(text: str) -> Unit:
    return bind([[read(text)[0]]])[0].units[0]


def test_public_functions_of_named_structs_are_benchmarks() -> None:
    unit = read_unit(IMPORT + TWO + SINGLE)
    assert [(benchmark.name, benchmark.location.line, benchmark.settings.modes) for benchmark in unit.benchmarks] == [
        ("two.first", 5, ("wall",)), ("two.second", 7, ("wall",)), ('one "x"', 9, None)]


@pytest.mark.parametrize(("text", "expected"), [
    (IMPORT + TWO, True), ("pub const m = @import( \"metron\" );\n", True), ("// const metron = @import(\"metron\");\n" + TWO, False), (TWO, False),
])
def test_import_makes_a_program(tmp_path: Path, text: str, expected: bool) -> None:
    (tmp_path / "work.zig").write_text(text)
    assert source_file(str(tmp_path / "work.zig"), "zig").benchmarks == metron.imports_metron(text.encode()) == expected


def test_annotated_file_may_import_metron_without_specs() -> None:
    assert [benchmark.name for benchmark in read_unit(IMPORT + "//@@Benchmark\npub fn plain() void {}\n").benchmarks] == ["plain"]


@pytest.mark.parametrize(("name", "expected"), [
    ('"a" ++ "b" ++ "c"', ["abc", "two.first", "two.second"]), ('prefix ++ "b"', ["two.first", "two.second"]), ('@typeName(u8)', ["two.first", "two.second"]),
])
def test_computed_name_is_left_to_the_artifact(name: str, expected: list[str]) -> None:
    text = IMPORT + f"const Own = struct {{ pub const name = {name}; pub fn own(_: *metron.State) void {{}} }};\n"
    assert [benchmark.name for benchmark in read_unit(text + TWO).benchmarks] == expected
    problems = [(problem.code, problem.location.line) for problem in read(text + "pub fn main() void {}\n")[1] if problem.location]
    assert problems == ([("metron-name", 2)] if len(expected) == 2 else [])


@pytest.mark.parametrize(("text", "line"), [
    ('pub fn main() void { metron.run(.{ @import("a.zig").A, @import("b.zig").B }); }', 2),
    ('pub fn main() void {\n    // metron.run(.{});\n    @import("metron").run(.{ @import("a.zig").A });\n}', 4),
    ("const State = metron.State;\nfn Of(T: type) type { return struct { pub const name = @typeName(T); pub fn own(_: *State) void {} }; }\n"
     "pub fn main() void { metron.run(.{ Of(u8), Of(u16) }); }", 4),
])
def test_program_without_readable_names_is_reported_at_its_run(text: str, line: int) -> None:
    parsed, problems = read(IMPORT + text)
    assert [(problem.code, problem.location.line) for problem in problems if problem.location] == [("metron-name", line)]
    assert not bind([[parsed]])[0].units


def test_annotated_file_may_call_run() -> None:
    parsed, problems = read(IMPORT + '//@@Benchmark\npub fn plain() void {}\npub fn main() void { metron.run(.{ @import("a.zig").A }); }\n')
    assert not problems and [benchmark.name for benchmark in bind([[parsed]])[0].units[0].benchmarks] == ["plain"]


def test_file_without_a_main_function_may_make_structs() -> None:
    """The program that imports it has the names."""
    text = "pub fn Of(T: type) type { return struct { pub const name = @typeName(T); pub fn own(_: *metron.State) void {} }; }\n"
    assert not read(IMPORT + text)[1]


def test_imported_file_has_benchmarks_of_the_program_unless_it_is_one_itself() -> None:
    copied = IMPORT + 'pub const Copy = struct { pub const name = "copy";\n//@@Fork(3)\npub fn run(state: *metron.State) void { state.bytes = 1; } };\n'
    other = copied.replace('"copy"', '"other"') + "pub fn main() void { metron.run(Copy); }\n"
    unit = bind([[read(text, path)[0] for text, path in ((IMPORT + TWO, "work.zig"), (copied, "copy.zig"), (other, "other.zig"))]])[0].units[0]
    assert [(benchmark.name, benchmark.location.path, benchmark.settings.forks) for benchmark in unit.benchmarks] == [
        ("two.first", "work.zig", None), ("two.second", "work.zig", None), ("copy", "copy.zig", 3)]
    assert '.bytes = &[_][]const u8{"two", "copy"},' in generator.generate(unit).files["main.zig"]


@pytest.mark.parametrize(("constant", "expected"), [
    ("pub const other = fast;", ["copy.plain", "copy.other"]), ("pub const other = own.slow;", ["copy.plain", "copy.other"]),
    ('pub const other = @import("own.zig").slow;', ["copy.plain", "copy.other"]), ("const other = fast;", ["copy"]),
    ("pub const other = own.size;", ["copy"]), ("pub const State = metron.State;", ["copy"]), ("pub const args = fast;", ["copy"]),
])
def test_other_name_of_a_function_is_a_function_of_the_struct(tmp_path: Path, constant: str, expected: list[str]) -> None:
    (tmp_path / "own.zig").write_text('pub const size = 1;\nconst Own = struct { fn size(_: Own) usize { return 1; } };\npub fn slow(_: *State) void {}\nconst State = @import("metron").State;\n')
    text = f'{IMPORT}const own = @import("own.zig");\nfn fast(_: *metron.State) void {{}}\npub fn main() void {{ metron.run(struct {{ pub const name = "copy";\n'
    parsed, _ = read(f"{text}//@@Fork(3)\npub fn plain(_: *metron.State) void {{}}\n{constant}\n}}); }}\n", str(tmp_path / "work.zig"))
    benchmarks = bind([[parsed]])[0].units[0].benchmarks
    assert [benchmark.name for benchmark in benchmarks] == expected and benchmarks[0].settings.forks == 3


@pytest.mark.parametrize("mark", ["//@@", "@"])
def test_annotations_set_the_key_and_how_it_is_measured(mark: str) -> None:
    annotations = f'    {mark}Fork(3)\n    {mark}Benchmark(name = "other")\n'
    unit = read_unit(IMPORT + TWO.replace("    pub fn first", f"{annotations}    pub fn first"))
    assert [(benchmark.key, benchmark.name, benchmark.settings.forks) for benchmark in unit.benchmarks] == [
        ("other", "two.first", 3), ("second", "two.second", None)]


@pytest.mark.parametrize(("old", "new", "code", "line"), [
    ("    pub fn first", "    //@@Threads(4)\n    pub fn first", "metron-annotation", 5),
    ("}); }", "}); metron.run(Other); }", "metron-run", 8),
    ("}); }", "}); // metron.run(Other); }\n}", "", 0),
    ("}); }", '}); std.debug.print("see metron.run(…)", .{}); }', "", 0),
    ("pub fn main() void { metron.run(", "pub fn main() void { if (quick) metron.run(Other) else metron.run(", "", 0),
    ("pub fn main() void { metron.run(", "pub fn main() void { if (a) metron.run(A) else if (b) return metron.run(B) else metron.run(", "", 0),
    ("pub fn main() void { metron.run(", "pub fn main() !void { switch (mode) { .a => try metron.run(A), else => {\n try metron.run(B); } } metron.run(", "", 0),
])
def test_what_the_program_cannot_follow_is_an_error(old: str, new: str, code: str, line: int) -> None:
    problems = [(problem.code, problem.location.line) for problem in read(IMPORT + TWO.replace(old, new))[1] if problem.location]
    assert problems == ([(code, line)] if code else [])


def test_root_file_has_what_only_the_build_knows() -> None:
    wrapper = generator.generate(read_unit(IMPORT + TWO + SINGLE))
    main = wrapper.files["main.zig"]
    assert 'const clamh_program = @import("source/work.zig");' in main and "pub const main = clamh_program.main;" in main
    assert '.sources = "{\\"work.zig\\": \\"0\\"}"' in main and '.bytes = &[_][]const u8{"two"},' in main


@pytest.mark.parametrize(("statement", "expected"), [
    ("state.bytes = 1;", True), ("state.*.bytes +%= n;", True), ("(state)\n.bytes <<= 1;", True),
    ("return .{ .bytes = .{ .val = 1 } };", False), ("return Counters{ .rate = .{}, .bytes = .{} };", False),
    ("if (state.bytes == 0 or state.bytes >= 9) return;", False), ("use(arg.bytes);", False), ("// state.bytes = 1;\n", False),
])
def test_only_an_assignment_to_bytes_is_a_counter(statement: str, expected: bool) -> None:
    main = generator.generate(read_unit(IMPORT + TWO.replace("state.bytes = 1;", statement))).files["main.zig"]
    assert ('.bytes = &[_][]const u8{"two"},' in main, ".bytes = &[_][]const u8{}," in main) == (expected, not expected)


def test_program_is_built_with_the_module_and_without_the_core(tmp_path: Path) -> None:
    flags = ("-OReleaseFast", "--module=metron=theirs.zig")
    platform = Platform(id="zig/zig-0.17", language="zig", executable="/usr/bin/zig", version="0.17.1", flags=flags, facts={"native": "x", "linux": True})
    steps = toolchain.build(generator.generate(read_unit(IMPORT + TWO)), platform, tmp_path).steps
    assert steps[0].argv.count("--dep") == 2 and f"-Mmetron={metron.MODULE_FILE}" in steps[0].argv and "-Mmetron=theirs.zig" not in steps[0].argv
    assert not any("core.o" in word or "worker.o" in word for step in steps for word in step.argv)
