from __future__ import annotations

from made_sources import sources

from clamh.sources.annotations.compiler import bind_compiler_controls


def test_a_methods_annotation_takes_precedence_over_its_class() -> None:
    controls = bind_compiler_controls(sources("""
        int plain() { return 1; }
        @CompilerControl(CompilerControl.Mode.DONT_INLINE) int alone() { return 1; }
        @CompilerControl(CompilerControl.Mode.INLINE) struct S {
            int inlined() { return 1; }
            @CompilerControl(CompilerControl.Mode.DONT_INLINE) int called() { return 1; }
            int field;
        };
    """, "@CompilerControl(CompilerControl.Mode.INLINE) int in_a_header() { return 1; }"))
    assert [(control.declaration.name, control.mode) for control in controls] == [
        ("in_a_header", "INLINE"), ("alone", "DONT_INLINE"), ("inlined", "INLINE"), ("called", "DONT_INLINE")]


def test_modes_of_another_harness_are_left_to_it() -> None:
    assert bind_compiler_controls(sources("""
        package p; public class X { @CompilerControl(CompilerControl.Mode.PRINT) void m() {} }
    """, path="X.java")) == []
