"""Suites as Python: classes for states, functions for benchmarks."""

from __future__ import annotations

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, indented, needed, param, quoted, variable

ZERO = {"int": "0", "long": "0", "double": "0.0", "boolean": "False", "text": '""', "atomic": "0", "thread": "0"}
IMPORTS = {rf"\b{name}\.": f"import {name}" for name in ("atexit", "os", "signal", "struct", "sys", "threading", "time")}


def file_name(name: str) -> str:
    return f"{name}.py"


def source(suite: Suite) -> str:
    """The whole file."""
    blocks = [f"{field.name} = {field.first}" for field in suite.statics]
    if any(field.type == "atomic" for state in suite.states for field in state.fields):
        blocks.append("lock = threading.Lock()")
    statics = {field.name for field in suite.statics}
    blocks += ["\n".join(_state(state)) for state in suite.states]
    blocks += ["\n".join(_method(method, [], statics)) for method in suite.benchmarks]
    text = "\n\n\n".join(blocks)
    first = [*needed(text, IMPORTS), "", "from transcript import line"]
    return f"# {suite.question}\n" + "\n".join(first if len(first) > 2 else first[1:]).lstrip("\n") + f"\n\n\n{text}\n"


def _state(state: State) -> list[str]:
    body = [line for field in state.fields for line in _field(field)]
    for method in state.methods:
        body += ["", *_method(method, ["self"], set())]
    extends = f"({state.extends})" if state.extends else ""
    return [*(f"#@{one}" for one in state.annotations), f"class {state.name}{extends}:", *indented(body or ["pass"])]


def _field(field: Field) -> list[str]:
    declared = f"{'_' * field.private}{field.name} = {ZERO[field.type]}"
    if field.params is None:
        return [declared]
    return [f"#@{param(field.params)}", declared]


def _method(method: Method, before: list[str], statics: set[str]) -> list[str]:
    changed = [action[1].name for action in method.does if action[0] == "add" and action[1].name in statics]
    body = [f"global {name}" for name in changed] + [line for action in method.does for line in _statement(action)]
    takes = ", ".join([*before, *map(variable, method.takes)])
    return [*(f"#@{one}" for one in method.annotations), f"def {method.name}({takes}):", *indented(body or ["pass"])]


def _statement(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return [f"line({_text(parts)}{f', {_value(thread)}' if thread else ''})"]
        case "when", name, wanted, inner:
            return [f"if {_value(name)} == {wanted}:", *indented([line for one in inner for line in _statement(one)])]
        case "set", Value(type="text") as name, (text,):
            return [f"{_value(name)} = {quoted(text)}"]
        case "set", Value(type="thread") as name, _:
            return [f"{_value(name)} = threading.get_ident()"]
        case "set", name, parts:
            return [f"{_value(name)} = {_number(parts)}"]
        case "add", Value(type="atomic") as name, parts:
            return ["with lock:", f"    {_value(name)} += {_number(parts)}"]
        case "add", name, parts:
            return [f"{_value(name)} += {_number(parts)}"]
        case "swap", name, before, after:
            return ["while not control.stopMeasurement:", "    with lock:", f"        if {_value(name)} == {before}:",
                    f"            {_value(name)} = {after}", "            return"]
        case "await", name:
            return [f"while {_value(name)} == 0:", "    pass"]
        case ("spin",):
            return ["while not control.stopMeasurement:", "    pass"]
        case "call", name:
            return [f"{_value(name)}()"]
        case "return", parts:
            return [f"return {_number(parts)}"]
        case "consume", name:
            return [f"blackhole.consume({_value(name)})"]
        case "operations", parts:
            return [f"operations.add({_number(parts)})"]
        case "print", text:
            return [f"sys.stdout.write({quoted(text)})"]
        case "complain", text:
            return [f"sys.stderr.write({quoted(text)})"]
    return {
        "exit": [f"sys.exit({action[-1]})"],
        "exit at end": [f"atexit.register(lambda: os._exit({action[-1]}))"],
        "consumeCPU": [f"blackhole.consumeCPU({action[-1]})"],
        "fail": ['raise RuntimeError("out of paper")'],
        "kill": ["os.kill(os.getpid(), signal.SIGKILL)"],
        "hang": ["while True:", "    time.sleep(0.001)  # as long as it likes, but not on a CPU that others need"],
    }[action[0]]


def _value(value: Value) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{value.holder or 'self'}.{'_' * value.private}{value.name}"
    if value.holder == "Control":
        return f"control.{value.name}"
    argument = {"getParam": f"'{value.argument}'", "id": ""}.get(value.name, value.argument)
    return f"{variable(value.holder)}.{value.name.replace('.', '().')}({argument})"


def _text(parts: Parts) -> str:
    if all(isinstance(one, str) for one in parts):
        return quoted("".join(parts))
    return 'f"' + "".join(one if isinstance(one, str) else f"{{{_said(one)}}}" for one in parts) + '"'


def _said(value: Value) -> str:
    name = _value(value)
    return {
        "boolean": f"str({name}).lower()",
        "name": f"{name}.split('#')[-1]",
        "id": f"{name}[{name}.rindex('{value.argument}'):]",
        "thread": f"'by its owner' if {name} == threading.get_ident() else 'by another thread'",
        "double": f"struct.pack('>d', {name}).hex()",
    }.get(value.type, name)


def _number(parts: Parts) -> str:
    return "".join(one if isinstance(one, str) else _value(one) for one in parts)
