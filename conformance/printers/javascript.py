"""Suites as JavaScript, an ES module: classes for states, functions for benchmarks."""

from __future__ import annotations

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, indented, needed, param, quoted, variable

ZERO = {"boolean": "false", "text": "''", "atomic": "new Int32Array(new SharedArrayBuffer(4))"}
IMPORTS = {r"\bthreadId\b": "import { threadId } from 'node:worker_threads';", "": "import { line } from './transcript.mjs';"}


def file_name(name: str) -> str:
    return f"{name}.js"


def source(suite: Suite) -> str:
    """The whole file."""
    blocks = [f"let {field.name} = {field.first};" for field in suite.statics]
    blocks += ["\n".join(_state(state)) for state in suite.states]
    blocks += ["\n".join(_method(method, "function ")) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    return f"// {suite.question}\n" + "\n".join(needed(text, IMPORTS)) + f"\n\n{text}\n"


def _state(state: State) -> list[str]:
    body = [line for field in state.fields for line in _field(field)]
    for method in state.methods:
        body += ["", *_method(method)] if body else _method(method)
    extends = f" extends {state.extends}" if state.extends else ""
    return [*(f"//@{one}" for one in state.annotations), f"class {state.name}{extends} {{", *indented(body), "}"]


def _field(field: Field) -> list[str]:
    declared = f"{'#' * field.private}{field.name} = {ZERO.get(field.type, '0')};"
    if field.params is None:
        return [declared]
    return [f"//@{param(field.params)}", declared]


def _method(method: Method, before: str = "") -> list[str]:
    body = [line for action in method.does for line in _statement(action)]
    head = f"{before}{method.name}({', '.join(map(variable, method.takes))}) {{"
    short = len(body) == 1 and len(head) + len(body[0]) < 120
    return [*(f"//@{one}" for one in method.annotations), *([f"{head} {body[0]} }}"] if short else [head, *indented(body), "}"])]


def _statement(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"line({_text(parts)}{f', {_value(thread)}' if thread else ''});"]
        case "when", name, wanted, inner:
            return [f"if ({_value(name)} === {wanted}) {{", *indented([line for one in inner for line in _statement(one)]), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_value(name)} = {_single(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_value(name)} = threadId;"]
        case "add", Value(type="atomic") as name, parts:
            return [f"Atomics.add({_value(name)}, 0, {_number(parts)});"]
        case ("set" | "add") as word, name, parts:
            return [f"{_value(name)} {'+' * (word == 'add')}= {_number(parts)};"]
        case "swap", name, before, after:
            return [f"while (!control.stopMeasurement && Atomics.compareExchange({_value(name)}, 0, {before}, {after}) !== {before});"]
        case "await", name:
            return [f"while (Atomics.load({_value(name)}, 0) === 0);"]
        case "call", name:
            return [f"{_value(name)}();"]
        case "return", parts:
            return [f"return {_number(parts)};"]
        case "consume", name:
            return [f"blackhole.consume({_value(name)});"]
        case "operations", parts:
            return [f"operations.add({_number(parts)});"]
        case "print", text:
            return [f"process.stdout.write({_single(text)});"]
        case "complain", text:
            return [f"process.stderr.write({_single(text)});"]
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


def _value(value: Value) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{value.holder or 'this'}.{'#' * value.private}{value.name}"
    if value.holder == "Control":
        return f"control.{value.name}"
    arguments = {"getParam": f"'{value.argument}'", "id": "", "nextLong": value.argument and f"{value.argument}n"}
    return f"{variable(value.holder)}.{value.name.replace('.', '().')}({arguments.get(value.name, value.argument)})"


def _text(parts: Parts) -> str:
    if all(isinstance(one, str) for one in parts):
        return _single("".join(parts))
    return "`" + "".join(one if isinstance(one, str) else f"${{{_said(one)}}}" for one in parts) + "`"


def _said(value: Value) -> str:
    name = _value(value)
    return {
        "name": f"{name}.split('#').pop()",
        "id": f"{name}.replace(/.*{value.argument}/, '{value.argument}')",
        "thread": f"threadId === {name} ? 'by its owner' : 'by another thread'",
        "double": f"new BigUint64Array(Float64Array.of({name}).buffer)[0].toString(16).padStart(16, '0')",
        "atomic": f"Atomics.load({name}, 0)",
    }.get(value.type, name)


def _single(text: str) -> str:
    return quoted(text, "'")


def _number(parts: Parts) -> str:
    return "".join(one if isinstance(one, str) else _value(one) for one in parts)
