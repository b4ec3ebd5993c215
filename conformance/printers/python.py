"""Suites as Python: classes for states, functions for benchmarks."""

from __future__ import annotations

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    find_imports, indent_lines, join_parts, name_parameter, print_param, quote_text,
)

IMPORTS = {rf"\b{name}\.": f"import {name}" for name in ("atexit", "os", "signal", "struct", "sys", "threading", "time")}


def name_file(name: str) -> str:
    return f"{name}.py"


def print_suite(suite: Suite) -> str:
    """The whole file."""
    blocks = [f"{field.name} = {field.first}" for field in suite.statics]
    if any(field.type == "atomic" for state in suite.states for field in state.fields):
        blocks.append("lock = threading.Lock()")
    statics = {field.name for field in suite.statics}
    blocks += ["\n".join(_print_state(state)) for state in suite.states]
    blocks += ["\n".join(_print_method(method, [], statics)) for method in suite.benchmarks]
    text = "\n\n\n".join(blocks)
    first = [*find_imports(text, IMPORTS), "", "from transcript import line"]
    return f"# {suite.question}\n" + "\n".join(first if len(first) > 2 else first[1:]).lstrip("\n") + f"\n\n\n{text}\n"


def _print_state(state: State) -> list[str]:
    body = [line for field in state.fields for line in _print_field(field)]
    for method in state.methods:
        body += ["", *_print_method(method, ["self"], set())]
    extends = f"({state.extends})" if state.extends else ""
    return [*(f"#@{annotation}" for annotation in state.annotations), f"class {state.name}{extends}:", *indent_lines(body or ["pass"])]


def _print_field(field: Field) -> list[str]:
    first = '""' if field.type == "text" else "0"
    declared = f"{'_' * field.private}{field.name} = {first}"
    if field.params is None:
        return [declared]
    return [f"#@{print_param(field.params)}", declared]


def _print_method(method: Method, before: list[str], statics: set[str]) -> list[str]:
    changed = [action[1].name for action in method.does if action[0] == "add" and action[1].name in statics]
    body = [f"global {name}" for name in changed] + _print_actions(method.does)
    takes = ", ".join([*before, *map(name_parameter, method.takes)])
    return [*(f"#@{annotation}" for annotation in method.annotations), f"def {method.name}({takes}):", *indent_lines(body or ["pass"])]


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"line({_print_text(parts)}{f', {_spell_value(thread)}' if thread else ''})"]
        case "when", name, wanted, inner:
            return [f"if {_spell_value(name)} == {wanted}:", *indent_lines(_print_actions(inner))]
        case "set", Value(type="text") as name, (text,):
            return [f"{_spell_value(name)} = {quote_text(text)}"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = threading.get_ident()"]
        case "set", name, parts:
            return [f"{_spell_value(name)} = {join_parts(parts, _spell_value)}"]
        case "add", Value(type="atomic") as name, parts:
            return ["with lock:", f"    {_spell_value(name)} += {join_parts(parts, _spell_value)}"]
        case "add", name, parts:
            return [f"{_spell_value(name)} += {join_parts(parts, _spell_value)}"]
        case "swap", name, before, after:
            return ["while not control.stopMeasurement:", "    with lock:", f"        if {_spell_value(name)} == {before}:",
                    f"            {_spell_value(name)} = {after}", "            return"]
        case "await", name:
            return [f"while {_spell_value(name)} == 0:", "    pass"]
        case ("spin",):
            return ["while not control.stopMeasurement:", "    pass"]
        case "call", name:
            return [f"{_spell_value(name)}()"]
        case "return", parts:
            return [f"return {join_parts(parts, _spell_value)}"]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)})"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)})"]
        case "print", text:
            return [f"sys.stdout.write({quote_text(text)})"]
        case "complain", text:
            return [f"sys.stderr.write({quote_text(text)})"]
    return {
        "exit": [f"sys.exit({action[-1]})"],
        "exit at end": [f"atexit.register(lambda: os._exit({action[-1]}))"],
        "consumeCPU": [f"blackhole.consumeCPU({action[-1]})"],
        "fail": ['raise RuntimeError("out of paper")'],
        "kill": ["os.kill(os.getpid(), signal.SIGKILL)"],
        "hang": ["while True:", "    time.sleep(0.001)  # as long as it likes, but not on a CPU that others need"],
    }[action[0]]


def _spell_value(value: Value) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{value.holder or 'self'}.{'_' * value.private}{value.name}"
    if value.holder == "Control":
        return f"control.{value.name}"
    argument = {"getParam": f"'{value.argument}'", "id": ""}.get(value.name, value.argument)
    return f"{name_parameter(value.holder)}.{value.name.replace('.', '().')}({argument})"


def _print_text(parts: Parts) -> str:
    if all(isinstance(part, str) for part in parts):
        return quote_text("".join(parts))
    return 'f"' + join_parts(parts, lambda value: f"{{{_show_value(value)}}}") + '"'


def _show_value(value: Value) -> str:
    name = _spell_value(value)
    return {
        "boolean": f"str({name}).lower()",
        "name": f"{name}.split('#')[-1]",
        "id": f"{name}[{name}.rindex('{value.argument}'):]",
        "thread": f"'by its owner' if {name} == threading.get_ident() else 'by another thread'",
        "double": f"struct.pack('>d', {name}).hex()",
    }.get(value.type, name)

