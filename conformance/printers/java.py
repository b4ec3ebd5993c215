"""Suites as Java, plain JMH: what the oracle runs. What only CLAMH has stands in comments."""

from __future__ import annotations

import re

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, indented, needed, param, quoted, variable

TYPES = {"text": "String", "atomic": "AtomicInteger", "thread": "long"}
OURS = ("@Check", "@ParamRows")  # annotations that JMH has not
JMH = "import org.openjdk.jmh."
IMPORTS = {
    rf"\b{name}\b": f"{JMH}{package}.{name};" for package, names in {
        "annotations": "AuxCounters Benchmark BenchmarkMode Group GroupThreads Level Measurement Mode OperationsPerInvocation Param "
                       "Scope Setup State TearDown Warmup",
        "infra": "BenchmarkParams Blackhole Control IterationParams ThreadParams",
    }.items() for name in names.split()
} | {rf"\b{name} {variable(name)}\b": f"import clamh.{name};" for name in ("Operations", "Random")}
IMPORTS[r"\bAtomicInteger\b"] = "import java.util.concurrent.atomic.AtomicInteger;"


def file_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + ".java"


def source(suite: Suite) -> str:
    """The whole file."""
    body = [f"public class {file_name(suite.name).removesuffix('.java')} {{"]
    for field in suite.statics:
        body += [f"    private static int {field.name} = {field.first};", ""]
    for state in suite.states:
        body += indented(_state(suite, state)) + [""]
    for method in suite.benchmarks:
        body += indented(_method(method)) + [""]
    text = "\n".join([*body[:-1], "}"])
    return "\n".join([f"// {suite.question}", "package conformance;", "", *needed(text, IMPORTS), "", text, ""])


def _state(suite: Suite, state: State) -> list[str]:
    extends = f" extends {state.extends}" if state.extends else ""
    rows = [row.split(",") for row in re.findall(r'"([^"]*)"', " ".join(one for one in state.annotations if one.startswith("@ParamRows")))]
    columns = dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True)) if rows else {}
    body: list[str] = []
    for field in state.fields:
        body += _field(field, columns.get(field.name, ()))
    for method in state.methods:
        body += ["", *_method(method)]
    return [*map(_annotation, state.annotations), f"public static class {state.name}{extends} {{", *indented(body), "}"]


def _field(field: Field, column: tuple[str, ...]) -> list[str]:
    kind = TYPES.get(field.type, field.type)
    if field.params is not None:  # JMH knows no rows of params: each needs its values
        return ["", param(field.params or column), f"public {kind} {field.name};"]
    if field.type == "atomic":
        return [f"public final AtomicInteger {field.name} = new AtomicInteger();"]
    return [f"{'private' if field.private else 'public'} {kind} {field.name};"]


def _method(method: Method) -> list[str]:
    takes = ", ".join(f"{one} {variable(one)}" for one in method.takes)
    body = [line for action in method.does for line in _statement(action)]
    throws = " throws Exception" if any("waitFor()" in line for line in body) else ""
    head = f"public {TYPES.get(method.returns, method.returns) or 'void'} {method.name}({takes}){throws} {{"
    return [*map(_annotation, method.annotations), head, *indented(body), "}"]


def _annotation(text: str) -> str:
    return f"//@{text}" if text.startswith(OURS) else text


def _statement(action: Action) -> list[str]:
    match action:
        case "line", None, parts:
            return [f"Transcript.line({_text(parts)});"]
        case "line", thread, parts:
            return [f"Transcript.line({_value(thread)}, {_text(parts)});"]
        case "when", name, wanted, inner:
            return [f"if ({_value(name)} == {wanted}) {{", *indented([line for one in inner for line in _statement(one)]), "}"]
        case "set", Value(type="text") as name, parts:
            return [f"{_value(name)} = {_text(parts)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_value(name)} = Thread.currentThread().getId();"]
        case "set", name, parts:
            return [f"{_value(name)} = {_number(parts)};"]
        case "add", Value(type="atomic") as name, parts:
            return [f"{_value(name)}.addAndGet({_number(parts)});"]
        case "add", name, parts:
            return [f"{_value(name)} += {_number(parts)};"]
        case "swap", name, before, after:
            return [f"while (!control.stopMeasurement && !{_value(name)}.compareAndSet({before}, {after})) {{",
                    "    Thread.onSpinWait();", "}"]
        case "await", name:
            return [f"while ({_value(name)}.get() == 0) {{", "    Thread.onSpinWait();", "}"]
        case ("spin",):
            return ["while (!control.stopMeasurement) {", "    Thread.onSpinWait();", "}"]
        case "call", name:
            return [f"{_value(name)}();"]
        case "return", parts:
            return [f"return {_number(parts)};"]
        case "consume", name:
            return [f"blackhole.consume({_value(name)});"]
        case "operations", parts:
            return [f"operations.add({_number(parts)});"]
        case ("print" | "complain") as word, text:
            stream = "out" if word == "print" else "err"
            return [f"System.{stream}.print({quoted(text)});", f"System.{stream}.flush();"]
        case "exit", code:
            return [f"System.exit({code});"]
        case "exit at end", code:
            return [f"Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt({code})));"]
    return {
        "consumeCPU": [f"Blackhole.consumeCPU({action[-1]});"],
        "fail": ['throw new IllegalStateException("out of paper");'],
        "kill": ['new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();'],
        # As long as it likes, but not on a CPU that others need.
        "hang": ["while (true) {", "    java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);", "}"],
    }[action[0]]


def _value(value: Value) -> str:
    if value.kind != "run":
        return f"{value.holder}.{value.name}" if value.holder else value.name
    if value.holder == "Control":
        return f"control.{value.name}"
    *path, last = value.name.split(".")
    arguments = {"getParam": f'"{value.argument}"', "id": "", "nextLong": value.argument and f"{value.argument}L"}
    argument = arguments.get(last, value.argument)
    return f"{variable(value.holder)}{''.join(f'.{one}()' for one in path)}.{last}({argument})"


def _text(parts: Parts) -> str:
    said = [quoted(one) if isinstance(one, str) else _said(one) for one in parts]
    return " + ".join(said if parts and isinstance(parts[0], str) else ['""', *said])


def _said(value: Value) -> str:
    name = _value(value)
    if value.type == "thread":
        return f'(Thread.currentThread().getId() == {name} ? "by its owner" : "by another thread")'
    if value.type == "double":
        return f'String.format("%016x", Double.doubleToLongBits({name}))'
    if value.type == "name":
        return f"{name}.substring({name}.lastIndexOf('.') + 1)"
    if value.type == "id":
        return f'{name}.substring({name}.lastIndexOf("{value.argument}"))'
    return f"{name}.shortLabel()" if value.name == "getMode" else name


def _number(parts: Parts) -> str:
    return "".join(one if isinstance(one, str) else _value(one) + ".get()" * (one.type == "atomic") for one in parts)
