"""Does the generated crate put stubs in the right modules, call functions correctly and keep conditions?"""

from __future__ import annotations

import re
from pathlib import Path

from clamh import pipeline


def copies(folder: Path, **files: str) -> dict[str, str]:
    """The generated files of `main.rs` and the others, written into a folder first."""
    for name, text in files.items():
        (folder / f"{name}.rs").write_text(text)
    suite = pipeline.forecast([str(folder / "main.rs")], lambda problems: None)
    (wrapper,) = pipeline.generate_wrappers(suite)
    return wrapper.files


def test_stub_is_in_module_of_its_function_and_moves_no_line(tmp_path: Path) -> None:
    text = "mod inner {\n    struct S;\n    impl S {\n        fn new() -> S { S }\n        //@@Benchmark\n        fn b(&self) {}\n    }\n}\nfn last() {}\n"
    copy = copies(tmp_path, main=text)["source/main.rs"]
    lines, original = copy.split("\n"), text.split("\n")
    assert lines[:7] == original[:7] and lines[8:9] == original[8:9]
    assert "<S>::b(&*__clamh_o0)" in lines[7] and "write(<S>::new())" in lines[7] and lines[7].endswith("}")
    assert re.search(r"inner::__clamh_register_\d+\(__clamh_registry\)", "\n".join(lines[9:]))


def test_trait_methods_are_called_through_the_impl(tmp_path: Path) -> None:
    text = ("trait T {\n    //@@Benchmark\n    fn b(&mut self) -> u32 { 1 }\n}\nmod m {\n    #[derive(Default)]\n    pub struct S;\n"
            "    impl super::T for S {}\n}\n")
    copy = copies(tmp_path, main=text)["source/main.rs"]
    assert "::clamh::sink!(<S as super::T>::b(&mut *__clamh_o0))" in copy.split("\n")[8]
    assert 'name: __clamh::text("m::S::b\\u{0}")' in copy


def test_stub_in_another_module_than_its_trait_spells_types_for_that_module(tmp_path: Path) -> None:
    text = ("mod traits {\n    use crate::data::Data;\n    pub trait T {\n        //@@Benchmark\n"
            "        fn b(&self, data: &Data, control: &Control, own: &mut Own) {}\n    }\n"
            "    //@@State(Scope.Thread)\n    #[derive(Default)]\n    pub struct Own;\n}\n"
            "mod data {\n    //@@State(Scope.Thread)\n    #[derive(Default)]\n    pub struct Data;\n}\n"
            "mod m {\n    #[derive(Default)]\n    pub struct S;\n    impl super::traits::T for S {}\n}\n")
    stub = copies(tmp_path, main=text)["source/main.rs"].split("\n")[19]
    for type in ("S", "crate::data::Data", "::clamh::Control", "crate::traits::Own"):
        assert f" as *mut {type});" in stub and f"class_of::<{type}>()" in stub


def test_conditional_code_is_registered_under_its_condition(tmp_path: Path) -> None:
    text = "#[cfg(windows)]\n//@@Benchmark\nfn never() {}\n//@@Benchmark\nfn always() {}\n"
    copy = copies(tmp_path, main=text)["source/main.rs"]
    assert "#[cfg(windows)] #[inline(never)]" in copy and "#[cfg(windows)] { __clamh::register(__clamh::clamh_register_benchmark, " in copy
    assert copy.count("#[cfg(windows)]") == 5  # the user's, the stub, what the core calls to repeat and to invoke it, the registration


def test_a_conditional_variant_of_a_param_is_read_under_its_condition(tmp_path: Path) -> None:
    enum = "pub enum Colour { Red, #[cfg(windows)] Blue }\n"
    text = ("//@@State(Scope.Thread)\n#[derive(Default)]\nstruct S { //@@Param({\"Red\"})\n    colour: Colour }\n"
            "//@@Benchmark\nfn b(s: &S) {}\n")
    arms = '{ "Red" => <Colour>::Red, #[cfg(windows)] "Blue" => <Colour>::Blue, _ => return false }'
    assert arms in copies(tmp_path, main=enum + text)["source/main.rs"]
    assert arms in copies(tmp_path, main="mod colours;\nuse colours::Colour;\n" + text, colours=enum)["source/main.rs"]


def test_file_modules_register_their_contents(tmp_path: Path) -> None:
    state = "//@@State(Scope.Benchmark)\n#[derive(Default)]\npub struct Data { //@@Param({\"1\"})\n    n: u32 }\n"
    files = copies(tmp_path, main="mod data;\n//@@Benchmark\nfn b(data: &data::Data) {}\n", data=state)
    assert set(files) == {"main.rs", "source/main.rs", "source/data.rs"}
    (name,) = re.findall(r"pub fn (__clamh_register_\d+)", files["source/data.rs"])
    assert f"data::{name}(__clamh_registry)" in files["source/main.rs"] and "mut data::Data" in files["source/main.rs"]


def test_our_names_are_imported_unless_the_file_declares_them(tmp_path: Path) -> None:
    text = "//@@Benchmark\nfn b(blackhole: &Blackhole, random: &mut Random) {}\n"
    assert "use ::clamh::{Blackhole, Random};" in copies(tmp_path, main=text)["source/main.rs"]
    text = "use clamh::{Blackhole, Random};\n" + text
    assert "use ::clamh::{" not in copies(tmp_path, main=text)["source/main.rs"]


def test_included_file_gets_absolute_path(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("x")
    text = '//@@Benchmark\nfn b() -> usize { include_str!("text.txt").len() + include_str!("absent.txt").len() }\n'
    copy = copies(tmp_path, main=text)["source/main.rs"]
    assert f'include_str!("{tmp_path}/text.txt")' in copy and 'include_str!("absent.txt")' in copy


def test_compiler_control_becomes_an_attribute(tmp_path: Path) -> None:
    text = ("//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)\n#[must_use]\nfn a() -> u32 { 1 }\n"
            "//@@CompilerControl(CompilerControl.Mode.INLINE)\nfn b() {}\n//@@Benchmark\nfn c() -> u32 { a() }\n")
    copy = copies(tmp_path, main=text)["source/main.rs"].split("\n")
    assert copy[1] == "#[inline(never)] #[must_use]" and copy[4] == "#[inline(always)] fn b() {}"
