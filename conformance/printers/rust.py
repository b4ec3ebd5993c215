"""Suites as Rust: structs for states, traits for what they extend, functions for benchmarks."""

from __future__ import annotations

import re

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, flat, indented, param, quoted, variable

TYPES = {"int": "i32", "long": "i64", "double": "f64", "boolean": "bool", "text": "String", "atomic": "AtomicI32", "thread": "Option<ThreadId>"}
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
USES = {
    r"\bAtomicI32\b": "use std::sync::atomic::{AtomicI32, Ordering::SeqCst};", r"\bcurrent\(\)": "use std::thread::{current, ThreadId};",
    r"\bwrite_all\(": "use std::io::Write;",
}


def file_name(name: str) -> str:
    return f"{name}.rs"


def source(suite: Suite) -> str:
    """The whole file."""
    known = {state.name: state for state in suite.states}
    blocks = [f"static {field.name.upper()}: AtomicI32 = AtomicI32::new({field.first});" for field in suite.statics]
    for state in suite.states:
        trait = any(one.extends == state.name for one in suite.states)
        blocks += _trait(state) if trait else _state(state, known.get(state.extends))
    blocks += ["\n".join(_method(method)) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    given = ", ".join(name for name in GIVEN if re.search(rf"&(mut )?{name}\b", text))
    uses = [line for pattern, line in USES.items() if re.search(pattern, text)] + ([f"use clamh::{{{given}}};"] if given else [])
    return "\n\n".join([f"// {suite.question}" + "".join(f"\n{line}" for line in uses), "mod transcript;", text]) + "\n"


def _trait(state: State) -> list[str]:
    """A base: Rust inherits methods, and no fields; a trait is no state."""
    annotations = [f"//@{one}" for one in state.annotations if not one.startswith("@State")]
    return ["\n".join([*annotations, f"trait {state.name} {{", *indented(_methods(state, "")), "}"])]


def _state(state: State, base: State | None) -> list[str]:
    counts = "AuxCounters" in " ".join(state.annotations)
    fields = [line for field in (*(base.fields if base else ()), *state.fields) for line in _field(field, counts)]
    struct = f"{'pub ' * counts}struct {state.name}"
    blocks = [[*(f"//@{one}" for one in state.annotations), "#[derive(Default)]",
               *([f"{struct} {{", *indented(fields), "}"] if fields else [f"{struct};"])]]
    blocks += [[f"impl {base.name} for {state.name} {{}}"]] if base else []
    blocks += [[f"impl {state.name} {{", *indented(_methods(state, "pub " * counts)), "}"]] if state.methods else []
    return ["\n".join(block) for block in blocks]


def _field(field: Field, counts: bool) -> list[str]:
    declared = f"{'pub ' * (counts and not field.private)}{field.name}: {TYPES[field.type]},"
    if field.params is None:
        return [declared]
    return [f"//@{param(field.params)}", declared]


def _methods(state: State, before: str) -> list[str]:
    return [line for at, method in enumerate(state.methods) for line in (*[""][:at], *_method(method, True, before * bool(method.returns)))]


def _method(method: Method, own: bool = False, before: str = "") -> list[str]:
    changed = {action[1].holder for action in flat(method.does)
               if action[0] in ("set", "add", "call") and action[1].type != "atomic" and action[1].kind != "static"} | {"random"}
    takes = [f"&{'mut ' * ('' in changed)}self"] if own else []
    takes += [f"{variable(one)}: &{'mut ' * (variable(one) in changed)}{one}" for one in method.takes]
    returns = f" -> {TYPES[method.returns]}" if method.returns else ""
    body = [line for action in method.does for line in _statement(action)]
    return [*(f"//@{one}" for one in method.annotations), f"{before}fn {method.name}({', '.join(takes)}){returns} {{", *indented(body), "}"]


def _statement(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"transcript::line{'_of' if thread else ''}({', '.join([*([_value(thread)] if thread else []), _text(parts)])});"]
        case "when", name, wanted, inner:
            return [f"if {_value(name)} == {wanted} {{", *indented([line for one in inner for line in _statement(one)]), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_value(name)} = String::from({quoted(text)});"]
        case "set", Value(type="thread") as name, _:
            return [f"{_value(name)} = Some(current().id());"]
        case "add", Value() as name, parts if name.type == "atomic" or name.kind == "static":
            return [f"{_value(name)}.fetch_add({_number(parts)}, SeqCst);"]
        case ("set" | "add") as word, name, parts:
            return [f"{_value(name)} {'+' * (word == 'add')}= {_number(parts)};"]
        case "swap", name, before, after:
            swapped = f"{_value(name)}.compare_exchange_weak({before}, {after}, SeqCst, SeqCst)"
            return [f"while !control.stopMeasurement() && {swapped}.is_err() {{}}"]
        case "await", name:
            return [f"while {_value(name)}.load(SeqCst) == 0 {{}}"]
        case "call", name:
            return [f"{_value(name)}();"]
        case "return", parts:
            return [_number(parts)]
        case "consume", name:
            return [f"blackhole.consume({_value(name)});"]
        case "operations", parts:
            return [f"operations.add({_number(parts)});"]
        case ("print" | "complain") as word, text:
            return [f"std::io::{'stdout' if word == 'print' else 'stderr'}().write_all(b{quoted(text)}).unwrap();"]
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


def _value(value: Value) -> str:
    if value.kind == "static":
        return value.name.upper()
    if value.kind != "run":
        return f"{value.holder or 'self'}.{value.name}"
    below = "Below" if value.holder == "Random" and value.argument else ""
    argument = {"getParam": f'"{value.argument}"', "id": ""}.get(value.name, value.argument)
    return f"{variable(value.holder)}.{value.name.replace('.', '().')}{below}({argument})"


def _text(parts: Parts) -> str:
    if all(isinstance(one, str) for one in parts):
        return quoted("".join(parts))
    said = "".join(one if isinstance(one, str) else "{:016x}" if one.type == "double" else "{}" for one in parts)
    return f"&format!({', '.join([quoted(said), *(_said(one) for one in parts if isinstance(one, Value))])})"


def _said(value: Value) -> str:
    name = _value(value)
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


def _number(parts: Parts) -> str:
    return "".join(one if isinstance(one, str) else _value(one) for one in parts)
