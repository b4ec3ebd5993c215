"""Suites as Go: structs with methods for states, functions for benchmarks."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, State, Suite, Value,
    indent_lines, join_parts, name_parameter, name_used, print_param, quote_text,
)

TYPES = {"long": "int64", "text": "string", "atomic": "atomic.Int64", "thread": "int"}
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
TAB = "\t"
IMPORTS = ("clamh", "fmt", "math", "os", "strings", "sync/atomic", "syscall", "time")


def name_file(name: str) -> str:
    return f"{name}.go"


def print_suite(suite: Suite) -> str:
    """The whole file."""
    counters = {state.name for state in suite.states if "AuxCounters" in " ".join(state.annotations)}
    blocks = [f"var {field.name} = {field.first}" for field in suite.statics]
    for state in suite.states:
        blocks += ["\n".join(block) for block in _print_state(state, state.name in counters)]
    held = {name_parameter(name) for name in counters}
    blocks += ["\n".join(_print_method(method, "", held)) for method in suite.benchmarks]
    text = "\n\n".join(blocks)
    names = [name for name in IMPORTS if re.search(rf"\b{name.split('/')[-1]}\.", text)]
    imports = [f"import (\n{''.join(f'{chr(9)}{chr(34)}{name}{chr(34)}{chr(10)}' for name in names)})"] if names else []
    return "\n\n".join([f"// {suite.question}", "package scenarios", *imports, text]) + "\n"


def _print_state(state: State, counts: bool) -> list[list[str]]:
    """The struct, then every method; what is public of counters begins with a capital, as in Go."""
    body = [f"\t{state.extends}"] if state.extends else []
    for field in state.fields:
        body += [f"\t{line}" for line in _print_field(field, counts)]
    receiver = name_parameter(state.name)
    methods = [_print_method(method, receiver, {receiver} if counts else set(), f"({receiver} *{state.name}) ") for method in state.methods]
    return [[*(f"// @{annotation}" for annotation in state.annotations), f"type {state.name} struct {{", *body, "}"], *methods]


def _print_field(field: Field, counts: bool) -> list[str]:
    name = field.name.capitalize() if counts and not field.private else field.name
    declared = f"{name} {TYPES.get(field.type, field.type)}"
    if field.params is None:
        return [declared]
    return [f"// @{print_param(field.params)}", declared]


def _print_method(method: Method, own: str, counters: set[str], receiver: str = "") -> list[str]:
    name = method.name.capitalize() if method.returns and own in counters else method.name
    returns = f" {TYPES.get(method.returns, method.returns)}" if method.returns else ""
    body = _print_actions(method.does, own, counters)
    takes = ", ".join(f"{name_used(type, body) or '_'} *{'clamh.' if type in GIVEN else ''}{type}" for type in method.takes)
    return [*(f"// @{annotation}" for annotation in method.annotations), f"func {receiver}{name}({takes}){returns} {{", *indent_lines(body, TAB), "}"]


def _print_actions(actions: tuple[Action, ...], own: str, counters: set[str]) -> list[str]:
    return [line for action in actions for line in _print_action(action, own, counters)]


def _print_action(action: Action, own: str, counters: set[str]) -> list[str]:
    def spell(value: Value) -> str:
        return _spell_value(value, own, counters)

    match action:
        case "line", thread, parts:
            text = join_parts(parts, lambda value: "%016x" if value.type == "double" else "%v")
            values = [_show_value(part, spell(part)) for part in parts if isinstance(part, Value)]
            return [f"line{'Of' if thread else ''}({', '.join([*([spell(thread)] if thread else []), quote_text(text), *values])})"]
        case "when", name, wanted, inner:
            return [f"if {spell(name)} == {wanted} {{", *indent_lines(_print_actions(inner, own, counters), TAB), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{spell(name)} = {quote_text(text)}"]
        case "set", Value(type="thread") as name, _:
            return [f"{spell(name)} = syscall.Gettid()"]
        case "add", Value(type="atomic") as name, parts:
            return [f"{spell(name)}.Add({join_parts(parts, spell)})"]
        case ("set" | "add") as word, name, parts:
            return [f"{spell(name)} {'+' * (word == 'add')}= {join_parts(parts, spell)}"]
        case "swap", name, before, after:
            return [f"for !control.StopMeasurement() && !{spell(name)}.CompareAndSwap({before}, {after}) {{", "}"]
        case "await", name:
            return [f"for {spell(name)}.Load() == 0 {{", "}"]
        case "call", name:
            return [f"{spell(name)}()"]
        case "return", parts:
            return [f"return {join_parts(parts, spell)}"]
        case "consume", name:
            return [f"clamh.Consume(blackhole, {spell(name)})"]
        case "operations", parts:
            return [f"operations.Add({join_parts(parts, spell)})"]
        case "print", text:
            return [f"fmt.Print({_quote_text(text)})"]
        case "complain", text:
            return [f"fmt.Fprint(os.Stderr, {_quote_text(text)})"]
    return {
        "exit": [f"os.Exit({action[-1]})"],
        "consumeCPU": [f"blackhole.ConsumeCPU({action[-1]})"],
        "spin": ["for !control.StopMeasurement() {", "}"],
        "fail": ['panic("out of paper")'],
        "kill": ["syscall.Kill(syscall.Getpid(), syscall.SIGKILL)"],
        "hang": ["for {", "\ttime.Sleep(time.Millisecond) // as long as it likes, but not on a CPU that others need", "}"],
    }[action[0]]


def _spell_value(value: Value, own: str, counters: set[str]) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        holder = value.holder or own
        return f"{holder}.{value.name.capitalize() if holder in counters and value.type and not value.private else value.name}"
    *path, last = (f"{name[:1].upper()}{name[1:]}" for name in ("iD" if value.type == "id" else value.name).split("."))
    below = "Below" if value.holder == "Random" and value.argument else ""
    argument = {"GetParam": f'"{value.argument}"', "ID": ""}.get(last, value.argument)
    return f"{name_parameter(value.holder)}{''.join(f'.{getter}()' for getter in path)}.{last}{below}({argument})"


def _quote_text(text: str) -> str:
    return quote_text(text).replace(r"\0", r"\x00")


def _show_value(value: Value, name: str) -> str:
    return {
        "name": f"{name}[strings.LastIndex({name}, \".\")+1:]",
        "id": f"{name}[strings.LastIndex({name}, \"{value.argument}-\"):]",
        "thread": f"map[bool]string{{true: \"by its owner\", false: \"by another thread\"}}[{name} == syscall.Gettid()]",
        "double": f"math.Float64bits({name})",
        "atomic": f"{name}.Load()",
    }.get(value.type, name)
