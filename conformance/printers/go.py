"""Suites as Go: structs with methods for states, functions for benchmarks."""

from __future__ import annotations

import re

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, indented, param, quoted, variable

TYPES = {"long": "int64", "boolean": "bool", "text": "string", "atomic": "atomic.Int64", "thread": "int"}
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
TAB = "\t"
IMPORTS = ("clamh", "fmt", "math", "os", "strings", "sync/atomic", "syscall", "time")


def file_name(name: str) -> str:
    return f"{name}.go"


def source(suite: Suite) -> str:
    """The whole file."""
    counters = {state.name for state in suite.states if "AuxCounters" in " ".join(state.annotations)}
    blocks = [f"var {field.name} = {field.first}" for field in suite.statics]
    for state in suite.states:
        blocks += ["\n".join(block) for block in _state(state, state.name in counters)]
    held = {variable(name) for name in counters}
    blocks += ["\n".join(_method(method, "", held)) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    names = [name for name in IMPORTS if re.search(rf"\b{name.split('/')[-1]}\.", text)]
    imports = [f"import (\n{''.join(f'{chr(9)}{chr(34)}{name}{chr(34)}{chr(10)}' for name in names)})"] if names else []
    return "\n\n".join([f"// {suite.question}", "package scenarios", *imports, text]) + "\n"


def _state(state: State, counts: bool) -> list[list[str]]:
    """The struct, then every method; what is public of counters begins with a capital, as in Go."""
    body = [f"\t{state.extends}"] if state.extends else []
    for field in state.fields:
        body += [f"\t{line}" for line in _field(field, counts)]
    receiver = variable(state.name)
    methods = [_method(method, receiver, {receiver} if counts else set(), f"({receiver} *{state.name}) ") for method in state.methods]
    return [[*(f"// @{one}" for one in state.annotations), f"type {state.name} struct {{", *body, "}"], *methods]


def _field(field: Field, counts: bool) -> list[str]:
    name = field.name.capitalize() if counts and not field.private else field.name
    declared = f"{name} {TYPES.get(field.type, field.type)}"
    if field.params is None:
        return [declared]
    return [f"// @{param(field.params)}", declared]


def _method(method: Method, own: str, counters: set[str], receiver: str = "") -> list[str]:
    name = method.name.capitalize() if method.returns and own in counters else method.name
    takes = ", ".join(f"{variable(one)} *{'clamh.' if one in GIVEN else ''}{one}" for one in method.takes)
    returns = f" {TYPES.get(method.returns, method.returns)}" if method.returns else ""
    body = [line for action in method.does for line in _statement(action, own, counters)]
    return [*(f"// @{one}" for one in method.annotations), f"func {receiver}{name}({takes}){returns} {{", *indented(body, TAB), "}"]


def _statement(action: Action, own: str, counters: set[str]) -> list[str]:
    def value(one: Value) -> str:
        return _value(one, own, counters)

    def number(parts: Parts) -> str:
        return "".join(one if isinstance(one, str) else value(one) for one in parts)

    match action:
        case "line", thread, parts:
            said = "".join(one.replace("%", "%%") if isinstance(one, str) else "%016x" if one.type == "double" else "%v" for one in parts)
            values = [_said(one, value(one)) for one in parts if isinstance(one, Value)]
            return [f"line{'Of' if thread else ''}({', '.join([*([value(thread)] if thread else []), quoted(said), *values])})"]
        case "when", name, wanted, inner:
            return [f"if {value(name)} == {wanted} {{", *indented([line for one in inner for line in _statement(one, own, counters)], TAB), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{value(name)} = {quoted(text)}"]
        case "set", Value(type="thread") as name, _:
            return [f"{value(name)} = syscall.Gettid()"]
        case "add", Value(type="atomic") as name, parts:
            return [f"{value(name)}.Add({number(parts)})"]
        case ("set" | "add") as word, name, parts:
            return [f"{value(name)} {'+' * (word == 'add')}= {number(parts)}"]
        case "swap", name, before, after:
            return [f"for !control.StopMeasurement() && !{value(name)}.CompareAndSwap({before}, {after}) {{", "}"]
        case "await", name:
            return [f"for {value(name)}.Load() == 0 {{", "}"]
        case "call", name:
            return [f"{value(name)}()"]
        case "return", parts:
            return [f"return {number(parts)}"]
        case "consume", name:
            return [f"clamh.Consume(blackhole, {value(name)})"]
        case "operations", parts:
            return [f"operations.Add({number(parts)})"]
        case "print", text:
            return [f"fmt.Print({_printed(text)})"]
        case "complain", text:
            return [f"fmt.Fprint(os.Stderr, {_printed(text)})"]
    return {
        "exit": [f"os.Exit({action[-1]})"],
        "consumeCPU": [f"blackhole.ConsumeCPU({action[-1]})"],
        "spin": ["for !control.StopMeasurement() {", "}"],
        "fail": ['panic("out of paper")'],
        "kill": ["syscall.Kill(syscall.Getpid(), syscall.SIGKILL)"],
        "hang": ["for {", "\ttime.Sleep(time.Millisecond) // as long as it likes, but not on a CPU that others need", "}"],
    }[action[0]]


def _value(value: Value, own: str, counters: set[str]) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        holder = value.holder or own
        return f"{holder}.{value.name.capitalize() if holder in counters and value.type and not value.private else value.name}"
    *path, last = (f"{name[:1].upper()}{name[1:]}" for name in ("iD" if value.type == "id" else value.name).split("."))
    below = "Below" if value.holder == "Random" and value.argument else ""
    argument = {"GetParam": f'"{value.argument}"', "ID": ""}.get(last, value.argument)
    return f"{variable(value.holder)}{''.join(f'.{one}()' for one in path)}.{last}{below}({argument})"


def _printed(text: str) -> str:
    return quoted(text).replace(r"\0", r"\x00")


def _said(value: Value, name: str) -> str:
    return {
        "name": f"{name}[strings.LastIndex({name}, \".\")+1:]",
        "id": f"{name}[strings.LastIndex({name}, \"{value.argument}-\"):]",
        "thread": f"map[bool]string{{true: \"by its owner\", false: \"by another thread\"}}[{name} == syscall.Gettid()]",
        "double": f"math.Float64bits({name})",
        "atomic": f"{name}.Load()",
    }.get(value.type, name)
