"""Suites as Rust: structs for states, traits for what they extend, functions for benchmarks."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    indent_lines, join_parts, list_actions, name_parameter, name_used, print_param, quote_text,
)

TYPES = {"int": "i32", "long": "i64", "text": "String", "atomic": "AtomicI32", "thread": "Option<ThreadId>"}
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
USES = {
    r"\bAtomicI32\b": "use std::sync::atomic::{AtomicI32, Ordering::SeqCst};", r"\bcurrent\(\)": "use std::thread::{current, ThreadId};",
    r"\bwrite_all\(": "use std::io::Write;",
}


def name_file(name: str) -> str:
    return f"{name}.rs"


def print_suite(suite: Suite) -> str:
    """The whole file."""
    known = {state.name: state for state in suite.states}
    blocks = [f"static {field.name.upper()}: AtomicI32 = AtomicI32::new({field.first});" for field in suite.statics]
    for state in suite.states:
        trait = any(other_state.extends == state.name for other_state in suite.states)
        blocks += _print_trait(state) if trait else _print_state(state, known.get(state.extends))
    blocks += ["\n".join(_print_method(method)) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    given = ", ".join(name for name in GIVEN if re.search(rf"&(mut )?{name}\b", text))
    uses = [line for pattern, line in USES.items() if re.search(pattern, text)] + ([f"use clamh::{{{given}}};"] if given else [])
    return "\n\n".join([f"// {suite.question}" + "".join(f"\n{line}" for line in uses), "mod transcript;", text]) + "\n"


def _print_trait(state: State) -> list[str]:
    """A base: Rust inherits methods, and no fields; a trait is no state."""
    annotations = [f"//@{annotation}" for annotation in state.annotations if not annotation.startswith("@State")]
    return ["\n".join([*annotations, f"trait {state.name} {{", *indent_lines(_print_methods(state, "")), "}"])]


def _print_state(state: State, base: State | None) -> list[str]:
    counts = "AuxCounters" in " ".join(state.annotations)
    fields = [line for field in (*(base.fields if base else ()), *state.fields) for line in _print_field(field, counts)]
    struct = f"{'pub ' * counts}struct {state.name}"
    blocks = [[*(f"//@{annotation}" for annotation in state.annotations), "#[derive(Default)]",
               *([f"{struct} {{", *indent_lines(fields), "}"] if fields else [f"{struct};"])]]
    blocks += [[f"impl {base.name} for {state.name} {{}}"]] if base else []
    blocks += [[f"impl {state.name} {{", *indent_lines(_print_methods(state, "pub " * counts)), "}"]] if state.methods else []
    return ["\n".join(block) for block in blocks]


def _print_field(field: Field, counts: bool) -> list[str]:
    declared = f"{'pub ' * (counts and not field.private)}{field.name}: {TYPES[field.type]},"
    if field.params is None:
        return [declared]
    return [f"//@{print_param(field.params)}", declared]


def _print_methods(state: State, before: str) -> list[str]:
    return [line for at, method in enumerate(state.methods) for line in (*[""][:at], *_print_method(method, True, before * bool(method.returns)))]


def _print_method(method: Method, own: bool = False, before: str = "") -> list[str]:
    changed = {action[1].holder for action in list_actions(method.does)
               if action[0] in ("set", "add", "call") and action[1].type != "atomic" and action[1].kind != "static"} | {"random"}
    body = _print_actions(method.does)
    takes = [f"&{'mut ' * ('' in changed)}self"] if own else []
    takes += [f"{name_used(type, body) or '_'}: &{'mut ' * (name_parameter(type) in changed)}{type}" for type in method.takes]
    returns = f" -> {TYPES[method.returns]}" if method.returns else ""
    head = f"{before}fn {method.name}({', '.join(takes)}){returns} {{"
    return [*(f"//@{annotation}" for annotation in method.annotations), head, *indent_lines(body), "}"]


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"transcript::line{'_of' if thread else ''}({', '.join([*([_spell_value(thread)] if thread else []), _print_text(parts)])});"]
        case "when", name, wanted, inner:
            return [f"if {_spell_value(name)} == {wanted} {{", *indent_lines(_print_actions(inner)), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_spell_value(name)} = String::from({quote_text(text)});"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = Some(current().id());"]
        case "add", Value() as name, parts if name.type == "atomic" or name.kind == "static":
            return [f"{_spell_value(name)}.fetch_add({join_parts(parts, _spell_value)}, SeqCst);"]
        case ("set" | "add") as word, name, parts:
            return [f"{_spell_value(name)} {'+' * (word == 'add')}= {join_parts(parts, _spell_value)};"]
        case "swap", name, before, after:
            swapped = f"{_spell_value(name)}.compare_exchange_weak({before}, {after}, SeqCst, SeqCst)"
            return [f"while !control.stopMeasurement() && {swapped}.is_err() {{}}"]
        case "await", name:
            return [f"while {_spell_value(name)}.load(SeqCst) == 0 {{}}"]
        case "call", name:
            return [f"{_spell_value(name)}();"]
        case "return", parts:
            return [join_parts(parts, _spell_value)]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)});"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)});"]
        case ("print" | "complain") as word, text:
            return [f"std::io::{'stdout' if word == 'print' else 'stderr'}().write_all(b{quote_text(text)}).unwrap();"]
    return {
        "exit": [f"std::process::exit({action[-1]});"],
        "exit at end": ['extern "C" {', "    fn atexit(function: extern \"C\" fn()) -> i32;", "    fn _exit(code: i32) -> !;", "}",
                        'extern "C" fn leave() {', f"    unsafe {{ _exit({action[-1]}) }}", "}", "unsafe { atexit(leave) };"],
        "consumeCPU": [f"blackhole.consumeCPU({action[-1]});"],
        "spin": ["while !control.stopMeasurement() {}"],
        "fail": ['panic!("out of paper");'],
        "kill": ['extern "C" {', "    fn raise(signal: i32) -> i32;", "}", "unsafe { raise(9) };"],
        "hang": ["loop {", "    std::thread::sleep(std::time::Duration::from_millis(1)); // not on a CPU that others need", "}"],
    }[action[0]]


def _spell_value(value: Value) -> str:
    if value.kind == "static":
        return value.name.upper()
    if value.kind != "run":
        return f"{value.holder or 'self'}.{value.name}"
    below = "Below" if value.holder == "Random" and value.argument else ""
    argument = {"getParam": f'"{value.argument}"', "id": ""}.get(value.name, value.argument)
    return f"{name_parameter(value.holder)}.{value.name.replace('.', '().')}{below}({argument})"


def _print_text(parts: Parts) -> str:
    if all(isinstance(part, str) for part in parts):
        return quote_text("".join(parts))
    text = join_parts(parts, lambda value: "{:016x}" if value.type == "double" else "{}")
    return f"&format!({', '.join([quote_text(text), *(_show_value(part) for part in parts if isinstance(part, Value))])})"


def _show_value(value: Value) -> str:
    name = _spell_value(value)
    if value.kind == "static" or value.type == "atomic":
        return f"{name}.load(SeqCst)"
    if value.name == "getParam":
        return f"{name}.unwrap()"
    return {
        "name": f"{name}.rsplit(':').next().unwrap()",
        "id": f"&{name}[{name}.find(\"{value.argument}\").unwrap()..]",
        "thread": f"if {name} == Some(current().id()) {{ \"by its owner\" }} else {{ \"by another thread\" }}",
        "double": f"{name}.to_bits()",
    }.get(value.type, name)

