"""Are names of a Rust source resolved, and are the files that belong to it found?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.languages.rust import frontend
from clamh.languages.rust.lookup import Names
from clamh.model.sources import Declaration, SourceFile
from clamh.sources.parse import parse_text


def declared(text: str) -> dict[str, Declaration]:
    source = SourceFile(path="a.rs", language="rust", sha256="", benchmarks=True)
    return {declaration.name: declaration for declaration in parse_text(source, text.encode(), languages()["rust"])[0].declarations}


@pytest.mark.parametrize(("spelling", "expected"), [
    ("Input", "Input"), ("a::Input", "a::Input"), ("crate::a::Input", "a::Input"), ("self::a::Input", "a::Input"), ("In", "a::Input"),
    ("Alias", "a::Input"), ("helper::Data", "Data"), ("Moved", "Data"), ("std::fmt::Formatter", "std::fmt::Formatter"),
])
def test_all_spellings_of_a_type_give_one_name(spelling: str, expected: str) -> None:
    text = ("mod helper;\nmod a { pub struct Input; }\nuse a::Input as In;\ntype Alias = In;\nuse helper::Data as Moved;\n"
            f"struct Input;\nfn f(x: &{spelling}) {{}}\n")
    assert declared(text)["f"].parameters[0].type == expected


def test_cyclic_aliases_resolve_to_nothing() -> None:
    names = Names(aliases={("A",): ("B", ()), ("B",): ("A", ())})
    assert names.resolve("A", ()) is None and names.unaliased("A", ()) in ("A", "B")


@pytest.mark.parametrize(("receiver", "expected"), [
    ("&self", "&"), ("&mut self", "&mut"), ("&'a mut self", "&mut"), ("self: &Self", "&"), ("self: &mut Self", "&mut"), ("self", "value"),
    ("mut self", "value"), ("", ""),
])
def test_receiver_of_a_method(receiver: str, expected: str) -> None:
    method = declared(f"struct A; impl A {{ fn f<'a>({receiver}) {{}} }}")["f"]
    assert method.facts["own"] == expected and ("static" in method.modifiers) == (expected == "")


def test_module_files_are_found_where_compiler_looks(tmp_path: Path) -> None:
    for name in ("beside.rs", "folder/mod.rs", "inner/deep.rs", "given/x.rs", "main/below.rs"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    text = b'mod beside;\nmod folder;\nmod inner { mod deep; }\n#[path = "given/x.rs"] mod other;\nmod below;\nmod absent;\nmod here {}\n'
    files = frontend.find_companions(str(tmp_path / "main.rs"), text)
    assert [str(Path(file).relative_to(tmp_path)) for file in files] == [
        "beside.rs", "folder/mod.rs", "inner/deep.rs", "given/x.rs", "main/below.rs"]


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("sort.rs", "", ["sort/util.rs"]), ("sort.rs", "//@@Benchmark\nfn b() {}\n", ["util.rs"]), ("mod.rs", "", ["util.rs"]),
    ("other.rs", "", ["util.rs"]),  # which another file may name by #[path]
])
def test_only_a_root_or_mod_rs_has_modules_beside_it(tmp_path: Path, name: str, text: str, expected: list[str]) -> None:
    (tmp_path / "sort").mkdir()
    for file in ("util.rs", "sort/util.rs"):
        (tmp_path / file).write_text("")
    files = frontend.find_companions(str(tmp_path / name), f"mod util;\n{text}".encode())
    assert [str(Path(file).relative_to(tmp_path)) for file in files] == expected


@pytest.mark.parametrize(("param", "messages"), [
    ("//@@Param\n", ["param colour takes every variant of Colour, but Blue exists only under #[cfg(windows)]"]),
    ('//@@Param({"Red", "Green"})\n', []),
])
def test_a_param_of_an_enum_with_a_conditional_variant_lists_its_values(param: str, messages: list[str]) -> None:
    text = ("#[derive(Default)]\nenum Colour { #[default] Red, Green, #[cfg(windows)] Blue }\n//@@State(Scope.Thread)\n#[derive(Default)]\n"
            f"struct S {{\n{param}colour: Colour }}\n//@@Benchmark\nfn f(s: &S) {{}}\n")
    errors = frontend.find_rule_errors(list(declared(text).values()))
    assert [error.message for error in errors] == messages
    assert [(error.location.line, error.hint) for error in errors] == [(7, 'list the values: @Param({"Red", "Green"})')] * len(messages)


@pytest.mark.parametrize(("before", "expected"), [
    ("#[cfg(unix)] const LANES: usize = 8;", []), ("#[cfg(unix)] static LANES: usize = 8;", []), ("#[cfg(unix)] call!();", []),
    ("#[cfg(unix)]", ["#[cfg(unix)]"]), ("#[cfg(unix)] /* wide */ #[inline]\n// fast\n", ["#[cfg(unix)]"]),
])
def test_attributes_of_other_items_do_not_count(before: str, expected: list[str]) -> None:
    function = declared(f"{before} //@@Benchmark\npub fn run() -> u64 {{ 1 }}\n")["run"]
    assert function.facts.get("conditions", []) == expected
    assert (function.start == 0) == bool(expected)
