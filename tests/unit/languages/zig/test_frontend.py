"""Are names of a Zig source resolved, and are the files that belong to it found?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.languages import languages
from clamh.languages.generators import byte_literal
from clamh.languages.zig import frontend
from clamh.languages.zig.lookup import Names, quote, unquote
from clamh.model.sources import Declaration, SourceFile
from clamh.sources.parse import parse_text


def declared(text: str) -> dict[str, Declaration]:
    source = SourceFile(path="a.zig", language="zig", sha256="", benchmarks=True)
    return {declaration.name: declaration for declaration in parse_text(source, text.encode(), languages()["zig"])[0].declarations}


@pytest.mark.parametrize(("spelling", "expected"), [
    ("Input", "Input"), ("a.Input", "a.Input"), ("In", "a.Input"), ("Alias", "a.Input"), ("helper.Data", "Data"), ("Moved", "Data"),
    ("Direct", "Data"), ("std.ArrayList", "std/ArrayList"), ("[]Input", "[]Input"), ("helper", "helper.zig"), ("Itself", "folder/Whole.zig"),
])
def test_all_spellings_of_a_type_give_one_name(spelling: str, expected: str) -> None:
    text = ('const std = @import("std");\nconst helper = @import("helper.zig");\nconst a = struct { pub const Input = struct {}; };\n'
            'const In = a.Input;\nconst Alias = In;\nconst Moved = helper.Data;\nconst Direct = @import("helper.zig").Data;\nconst Itself = @import("folder/Whole.zig");\n'
            f"const Input = struct {{}};\nfn f(x: *{spelling}) void {{}}\n")
    assert declared(text)["f"].parameters[0].type == expected


def test_cyclic_aliases_resolve_to_nothing() -> None:
    names = Names(aliases={("A",): "B", ("B",): "A"})
    assert names.resolve("A", ()) is None and names.full_name("A", ()) in ("A", "B")


@pytest.mark.parametrize(("parameter", "own"), [
    ("self: *A", True), ("self: *const A", True), ("self: A", True), ("self: *@This()", True), ("_: Self", True), ("a: *B", False), ("", False),
])
def test_own_object_of_a_method(parameter: str, own: bool) -> None:
    method = declared(f"const B = struct {{}};\nconst A = struct {{ const Self = @This();\nfn f({parameter}) void {{}} }};")["f"]
    assert ("static" in method.modifiers) == (not own)


@pytest.mark.parametrize("inner", ["inner: struct { count: u32 = 0, fn count() void {} } = .{},", "inner: ?union { count: u32 } = null,",
                                   "fn inner(_: struct { count: u32 }) void {}", "const inner: struct { count: u32 } = .{ .count = 0 };"])
def test_a_type_without_a_name_hides_its_members(inner: str) -> None:
    assert "count" not in declared(f"const A = struct {{ {inner} outer: u32 = 0 }};")


@pytest.mark.parametrize(("returned", "expected"), [
    ("void", "void"), ("!void", "void"), ("anyerror!u8", "u8"), ("error{ A, B }!?u8", "?u8"), ("A.Error![]const u8", "[]const u8"), ("[2]u8", "[2]u8"),
    ("(A || B)!void", "void"), ("(A || error{C})!u8", "u8"), ("error{ A, // (\n B }!u8", "u8"), ("*const fn (u8) anyerror!void", "*const fn (u8) anyerror!void"),
])
def test_an_error_is_no_value(returned: str, expected: str) -> None:
    assert declared(f"fn f() {returned} {{}}\n")["f"].type == expected


def test_imported_files_are_found_by_their_paths(tmp_path: Path) -> None:
    for name in ("beside.zig", "folder/more.zig", "comment.zig"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    text = b'const a = @import("beside.zig");\nconst b = @import( "folder/more.zig" ).x;\n// @import("comment.zig")\nconst c = @import("absent.zig");\n'
    files = frontend.find_companions(str(tmp_path / "main.zig"), text + b'const d = @import("std");\n')
    assert [str(Path(file).relative_to(tmp_path)) for file in files] == ["beside.zig", "folder/more.zig"]


@pytest.mark.parametrize(("name", "written"), [
    ("sum", '@"sum"'), ("while", '@"while"'), ("i32", '@"i32"'), ("a b", '@"a b"'), ("0", '@"0"'),
])
def test_a_name_is_written_in_quotes_since_it_may_be_a_keyword(name: str, written: str) -> None:
    assert quote(name) == written and unquote(written) == name


@pytest.mark.parametrize("written", [r'@"\u{e9}"', r'@"\t"', r'@"\xe9"'])
def test_a_name_with_an_escape_keeps_its_spelling(written: str) -> None:
    assert unquote(written) == written and quote(written) == written


def test_a_name_beyond_ASCII_is_written_in_bytes() -> None:
    assert unquote('@"é"') == "é" and quote("é") == r'@"\xc3\xa9"'


@pytest.mark.parametrize(("members", "init", "deinit"), [
    ("fn init() A { return .{}; } fn deinit(self: *A) void {}", "function", "function"), ("const init: A = .{}; const deinit = free;", "constant", "constant"),
    ("fn init(self: *A) void {} fn deinit(self: *A, gpa: Allocator) void {}", "method", "method"), ("", "", ""),
])
def test_how_a_state_begins_and_ends(members: str, init: str, deinit: str) -> None:
    facts = declared(f"const A = struct {{ {members} }};")["A"].facts
    assert (facts["init"], facts["deinit"]) == (init, deinit)


def test_files_that_a_source_embeds_are_copied_with_it(tmp_path: Path) -> None:
    for name in ("suite/data/words.bin", "suite/settings.zon", "outside.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"\xff\x00a")
    source = tmp_path / "suite" / "a.zig"
    source.write_text('//@@Benchmark\nfn f() usize { return @embedFile("data/words.bin").len; }\nconst settings = @import("settings.zon");\n'
                      'const far = @embedFile("../outside.txt");\nconst gone = @embedFile("gone.txt");\n')
    files = pipeline.generate(pipeline.forecast([str(source)], lambda warnings: None).units[0]).files
    assert {name for name in files if not name.endswith(".zig")} == {"source/data/words.bin", "source/settings.zon"}
    assert files["source/data/words.bin"].encode("utf-8", "surrogateescape") == b"\xff\x00a"


def test_a_literal_is_ASCII_on_a_single_line() -> None:
    assert byte_literal('a"\\\n\u202eé') == '"a\\"\\\\\\x0a\\xe2\\x80\\xae\\xc3\\xa9"'


def test_a_byte_of_a_param_that_is_not_UTF_8_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "a.zig"
    source.write_bytes(b'//@@State(Scope.Thread)\nconst A = struct {\n    //@@Param("\xb1")\n    x: []const u8 = "",\n};\n'
                       b'//@@Benchmark\nfn f(a: *A) usize { return a.x.len; }\n')
    files = pipeline.generate(pipeline.forecast([str(source)], lambda warnings: None).units[0]).files
    assert any("%B1" in text for text in files.values())


def read_copies(folder: Path, text: str) -> dict[str, str]:
    """The files of the wrapper of a source `a.zig`."""
    (folder / "a.zig").write_text(text)
    return pipeline.generate(pipeline.forecast([str(folder / "a.zig")], lambda warnings: None).units[0]).files


def test_root_file_has_what_the_source_declares_as_public(tmp_path: Path) -> None:
    """Libraries read their options with @import("root")."""
    main = read_copies(tmp_path, 'pub const sort_options = .{ .cutoff = 64 };\nconst hidden = 1;\npub var changes: u8 = 0;\npub fn log() void {}\n'
                                 'pub const count = 1;\npub const @"a b" = 2;\npub const panic = 3;\npub const Input = struct { pub const inner = 1; };\n'
                                 "@Benchmark\npub fn f() u8 { return 1; }\n")["main.zig"]
    assert re.findall(r'^pub const @"(.*)" = @import\("source/a.zig"\)\.@"\1";$', main, re.MULTILINE) == [
        "sort_options", "log", "count", "a b", "Input", "f"]


def test_CompilerControl_adds_no_second_word(tmp_path: Path) -> None:
    copy = read_copies(tmp_path, "//@@CompilerControl(CompilerControl.Mode.INLINE)\nconst A = struct {\n    inline fn a() void {}\n"
                                 "    pub fn b() void {}\n    noinline fn c() void {}\n};\n//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)\n"
                                 "noinline fn d() void {}\n//@@Benchmark\nfn f() void {}\n")["source/a.zig"]
    assert re.findall(r"^ *(.*)fn", copy, re.MULTILINE) == ["inline ", "pub inline ", "noinline ", "noinline ", ""]
