"""Suites as Java, plain JMH: what the oracle runs. What only CLAMH has stands in comments."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    find_imports, indent_lines, join_parts, name_parameter, print_param, quote_text,
)

TYPES = {"text": "String", "atomic": "AtomicInteger", "thread": "long"}
OURS = ("@Check", "@ParamRows")  # annotations that JMH has not
JMH = "import org.openjdk.jmh."
IMPORTS = {
    rf"\b{name}\b": f"{JMH}{package}.{name};" for package, names in {
        "annotations": "AuxCounters Benchmark BenchmarkMode Group GroupThreads Level Measurement Mode OperationsPerInvocation Param "
                       "Scope Setup State TearDown Warmup",
        "infra": "BenchmarkParams Blackhole Control IterationParams ThreadParams",
    }.items() for name in names.split()
} | {rf"\b{name} {name_parameter(name)}\b": f"import clamh.{name};" for name in ("Operations", "Random")}
IMPORTS[r"\bAtomicInteger\b"] = "import java.util.concurrent.atomic.AtomicInteger;"


def name_file(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + ".java"


def print_suite(suite: Suite) -> str:
    """The whole file: a class with the other states inside, which may be a state itself."""
    outer = name_file(suite.name).removesuffix(".java")
    whole = [state for state in suite.states if state.name == outer]
    blocks = [[f"private static int {field.name} = {field.first};"] for field in suite.statics]
    blocks += [_print_state(state) for state in suite.states if state.name != outer]
    blocks += [*map(_print_members, whole), *map(_print_method, suite.benchmarks)]
    within = "\n\n".join("\n".join(indent_lines(block)) for block in blocks)
    annotations = [_print_annotation(text) for state in whole for text in state.annotations]
    text = "\n".join([*annotations, f"public class {outer} {{", within, "}"])
    return "\n".join([f"// {suite.question}", "package conformance;", "", *find_imports(text, IMPORTS), "", text, ""])


def _print_state(state: State) -> list[str]:
    extends = f" extends {state.extends}" if state.extends else ""
    head = f"public static class {state.name}{extends} {{"
    return [*map(_print_annotation, state.annotations), head, *indent_lines(_print_members(state)), "}"]


def _print_members(state: State) -> list[str]:
    rows = [row.split(",") for row in re.findall(r'"([^"]*)"', " ".join(text for text in state.annotations if text.startswith("@ParamRows")))]
    columns = dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True)) if rows else {}
    body = [line for field in state.fields for line in _print_field(field, columns.get(field.name, ()))]
    for method in state.methods:
        body += ["", *_print_method(method)]
    return body[1:] if body[:1] == [""] else body


def _print_field(field: Field, column: tuple[str, ...]) -> list[str]:
    kind = TYPES.get(field.type, field.type)
    if field.params is not None:  # JMH knows no rows of params: each needs its values
        return ["", print_param(field.params or column), f"public {kind} {field.name};"]
    if field.type == "atomic":
        return [f"public final AtomicInteger {field.name} = new AtomicInteger();"]
    return [f"{'private' if field.private else 'public'} {kind} {field.name};"]


def _print_method(method: Method) -> list[str]:
    takes = ", ".join(f"{type} {name_parameter(type)}" for type in method.takes)
    body = _print_actions(method.does)
    throws = " throws Exception" if any("waitFor()" in line for line in body) else ""
    head = f"public {TYPES.get(method.returns, method.returns) or 'void'} {method.name}({takes}){throws} {{"
    return [*map(_print_annotation, method.annotations), head, *indent_lines(body), "}"]


def _print_annotation(text: str) -> str:
    return f"//@{text}" if text.startswith(OURS) else text


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", None, parts:
            return [f"Transcript.line({_print_text(parts)});"]
        case "line", thread, parts:
            return [f"Transcript.line({_spell_value(thread)}, {_print_text(parts)});"]
        case "when", name, wanted, inner:
            return [f"if ({_spell_value(name)} == {wanted}) {{", *indent_lines(_print_actions(inner)), "}"]
        case "set", Value(type="text") as name, parts:
            return [f"{_spell_value(name)} = {_print_text(parts)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = Thread.currentThread().getId();"]
        case "set", name, parts:
            return [f"{_spell_value(name)} = {join_parts(parts, _spell_value)};"]
        case "add", Value(type="atomic") as name, parts:
            return [f"{_spell_value(name)}.addAndGet({join_parts(parts, _spell_value)});"]
        case "add", name, parts:
            return [f"{_spell_value(name)} += {join_parts(parts, _spell_value)};"]
        case "swap", name, before, after:
            return [f"while (!control.stopMeasurement && !{_spell_value(name)}.compareAndSet({before}, {after})) {{",
                    "    Thread.yield();", "}"]
        case "await", name:
            return [f"while ({_spell_value(name)}.get() == 0) {{", "    Thread.yield();", "}"]
        case ("spin",):
            return ["while (!control.stopMeasurement) {", "    Thread.yield();", "}"]
        case "call", name:
            return [f"{_spell_value(name)}();"]
        case "return", parts:
            return [f"return {join_parts(parts, _spell_value)};"]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)});"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)});"]
        case ("print" | "complain") as word, text:
            stream = "out" if word == "print" else "err"
            if text.endswith("\n"):
                return [f"System.{stream}.println({quote_text(text[:-1])});"]
            return [f"System.{stream}.print({quote_text(text)});", f"System.{stream}.flush();"]
        case "exit", code:
            return [f"System.exit({code});"]
        case "exit at end", code:
            return [f"Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt({code})));"]
    return {
        "consumeCPU": [f"Blackhole.consumeCPU({action[-1]});"],
        "fail": ['throw new IllegalStateException("out of paper");'],
        "kill": ['new ProcessBuilder("kill", "-9", Transcript.PROCESS).start().waitFor();'],
        # As long as it likes, but not on a CPU that others need.
        "hang": ["while (true) {", "    java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);", "}"],
    }[action[0]]


def _spell_value(value: Value) -> str:
    if value.kind != "run":
        return f"{value.holder}.{value.name}" if value.holder else value.name
    if value.holder == "Control":
        return f"control.{value.name}"
    *path, last = value.name.split(".")
    arguments = {"getParam": f'"{value.argument}"', "id": "", "nextLong": value.argument and f"{value.argument}L"}
    argument = arguments.get(last, value.argument)
    return f"{name_parameter(value.holder)}{''.join(f'.{getter}()' for getter in path)}.{last}({argument})"


def _print_text(parts: Parts) -> str:
    """Concatenated; every line of a transcript begins with a word."""
    return " + ".join(quote_text(part) if isinstance(part, str) else _show_value(part) for part in parts)


def _show_value(value: Value) -> str:
    name = _spell_value(value)
    if value.type == "thread":
        return f'(Thread.currentThread().getId() == {name} ? "by its owner" : "by another thread")'
    if value.type == "double":
        return f'String.format("%016x", Double.doubleToLongBits({name}))'
    if value.type == "name":
        return f"{name}.substring({name}.lastIndexOf('.') + 1)"
    if value.type == "id":
        return f'{name}.substring({name}.lastIndexOf("{value.argument}"))'
    return f"{name}.shortLabel()" if value.name == "getMode" else name
