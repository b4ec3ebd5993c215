"""Suites as JavaScript, an ES module: classes for states, functions for benchmarks."""

from __future__ import annotations

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    find_imports, indent_lines, join_parts, name_parameter, print_param, quote_text,
)

ZERO = {"text": "''", "atomic": "new Int32Array(new SharedArrayBuffer(4))"}
IMPORTS = {r"\bthreadId\b": "import { threadId } from 'node:worker_threads';", "": "import { line } from './transcript.mjs';"}


def name_file(name: str) -> str:
    return f"{name}.js"


def print_suite(suite: Suite) -> str:
    """The whole file."""
    blocks = [f"let {field.name} = {field.first};" for field in suite.statics]
    blocks += ["\n".join(_print_state(state)) for state in suite.states]
    blocks += ["\n".join(_print_method(method, "function ")) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    return f"// {suite.question}\n" + "\n".join(find_imports(text, IMPORTS)) + f"\n\n{text}\n"


def _print_state(state: State) -> list[str]:
    body = [line for field in state.fields for line in _print_field(field)]
    for method in state.methods:
        body += ["", *_print_method(method)] if body else _print_method(method)
    extends = f" extends {state.extends}" if state.extends else ""
    return [*(f"//@{annotation}" for annotation in state.annotations), f"class {state.name}{extends} {{", *indent_lines(body), "}"]


def _print_field(field: Field) -> list[str]:
    declared = f"{'#' * field.private}{field.name} = {ZERO.get(field.type, '0')};"
    if field.params is None:
        return [declared]
    return [f"//@{print_param(field.params)}", declared]


def _print_method(method: Method, before: str = "") -> list[str]:
    body = _print_actions(method.does)
    head = f"{before}{method.name}({', '.join(map(name_parameter, method.takes))}) {{"
    short = len(body) == 1 and len(head) + len(body[0]) < 120
    return [*(f"//@{annotation}" for annotation in method.annotations), *([f"{head} {body[0]} }}"] if short else [head, *indent_lines(body), "}"])]


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"line({_print_text(parts)}{f', {_spell_value(thread)}' if thread else ''});"]
        case "when", name, wanted, inner:
            return [f"if ({_spell_value(name)} === {wanted}) {{", *indent_lines(_print_actions(inner)), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_spell_value(name)} = {_quote_text(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = threadId;"]
        case "add", Value(type="atomic") as name, parts:
            return [f"Atomics.add({_spell_value(name)}, 0, {join_parts(parts, _spell_value)});"]
        case ("set" | "add") as word, name, parts:
            return [f"{_spell_value(name)} {'+' * (word == 'add')}= {join_parts(parts, _spell_value)};"]
        case "swap", name, before, after:
            return [f"while (!control.stopMeasurement && Atomics.compareExchange({_spell_value(name)}, 0, {before}, {after}) !== {before});"]
        case "await", name:
            return [f"while (Atomics.load({_spell_value(name)}, 0) === 0);"]
        case "call", name:
            return [f"{_spell_value(name)}();"]
        case "return", parts:
            return [f"return {join_parts(parts, _spell_value)};"]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)});"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)});"]
        case ("print" | "complain") as word, text:
            if text.endswith("\n"):
                return [f"console.{'log' if word == 'print' else 'error'}({_quote_text(text[:-1])});"]
            return [f"process.{'stdout' if word == 'print' else 'stderr'}.write({_quote_text(text)});"]
    return {
        "exit": [f"process.exit({action[-1]});"],
        "exit at end": [f"process.on('exit', () => {{ process.exitCode = {action[-1]}; }});"],
        "consumeCPU": [f"blackhole.consumeCPU({action[-1]});"],
        "spin": ["while (!control.stopMeasurement);"],
        "fail": ["throw new Error('out of paper');"],
        "kill": ["process.kill(process.pid, 'SIGKILL');"],
        "hang": ["const still = new Int32Array(new SharedArrayBuffer(4)); // as long as it likes, but not on a CPU that others need",
                 "for (;;) Atomics.wait(still, 0, 0, 1);"],
    }[action[0]]


def _spell_value(value: Value) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{value.holder or 'this'}.{'#' * value.private}{value.name}"
    if value.holder == "Control":
        return f"control.{value.name}"
    arguments = {"getParam": f"'{value.argument}'", "id": "", "nextLong": value.argument and f"{value.argument}n"}
    return f"{name_parameter(value.holder)}.{value.name.replace('.', '().')}({arguments.get(value.name, value.argument)})"


def _print_text(parts: Parts) -> str:
    if all(isinstance(part, str) for part in parts):
        return _quote_text("".join(parts))
    return "`" + join_parts(parts, lambda value: f"${{{_show_value(value)}}}") + "`"


def _show_value(value: Value) -> str:
    name = _spell_value(value)
    return {
        "name": f"{name}.split('#').pop()",
        "id": f"{name}.replace(/.*{value.argument}/, '{value.argument}')",
        "thread": f"threadId === {name} ? 'by its owner' : 'by another thread'",
        "double": f"new BigUint64Array(Float64Array.of({name}).buffer)[0].toString(16).padStart(16, '0')",
        "atomic": f"Atomics.load({name}, 0)",
    }.get(value.type, name)


def _quote_text(text: str) -> str:
    return quote_text(text, "'")

