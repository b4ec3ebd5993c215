"""Suites as Zig: structs for states, functions of the file for benchmarks."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    indent_lines, join_parts, name_parameter, name_used, print_param, quote_text,
)

TYPES = {"int": "i32", "long": "i64", "text": "[]const u8", "atomic": "std.atomic.Value(i32)", "thread": "std.Thread.Id"}
FIRST = {"text": '""', "atomic": ".init(0)"}
FORMATS = {"int": "{d}", "long": "{d}", "atomic": "{d}", "double": "{x:0>16}", "boolean": "{}"}  # of all other types the text is taken
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
CHANGED = ("Operations", "Random")
OF_C = {
    "write": "fn write(descriptor: c_int, bytes: [*]const u8, size: usize) isize", "exit": "fn exit(code: c_int) noreturn",
    "_exit": "fn _exit(code: c_int) noreturn", "atexit": "fn atexit(function: *const fn () callconv(.c) void) c_int",
    "raise": "fn raise(signal: c_int) c_int", "usleep": "fn usleep(microseconds: c_uint) c_int",
}


def name_file(name: str) -> str:
    return f"{name}.zig"


def print_suite(suite: Suite) -> str:
    """The whole file."""
    blocks = ["\n".join(f"var {field.name}: {TYPES[field.type]} = {field.first};" for field in suite.statics)] * bool(suite.statics)
    blocks += [*map(_print_state, suite.states), *("\n".join(_print_method(method)) for method in suite.benchmarks)]
    text = "\n\n".join(blocks)
    uses = [f"const {name} = clamh.{name};" for name in GIVEN if re.search(rf"\*(const )?{name}\b", text)]
    imports = [f'const {name} = @import("{name}{".zig" * (name == "transcript")}");' for name in ("clamh", "std", "transcript")
               if re.search(rf"\b{name}\.", "\n".join([*uses, text]))]
    functions = [f"extern {declared};" for name, declared in OF_C.items() if re.search(rf"(?<![\w.]){name}\(", text)]
    return "\n\n".join([f"// {suite.question}\n" + "\n".join([*imports, *uses]), *(["\n".join(functions)] if functions else []), text]) + "\n"


def _print_state(state: State) -> str:
    body = [line for field in state.fields for line in _print_field(field)]
    for method in state.methods:
        body += [*[""][:len(body)], *_print_method(method, _name(state.name))]
    head = [*(f"//@{annotation}" for annotation in state.annotations), f"const {_name(state.name)} = struct {{"]
    return "\n".join([*head, *indent_lines(body), "};"])


def _print_field(field: Field) -> list[str]:
    declared = f"{_name('_' * field.private + field.name)}: {TYPES[field.type]} = {FIRST.get(field.type, '0')},"
    return [declared] if field.params is None else [f"//@{print_param(field.params)}", declared]


def _print_method(method: Method, own: str = "") -> list[str]:
    body = _print_actions(method.does)
    takes = [f"{name_used('self', body) or '_'}: *{own}"] if own else []
    takes += [f"{_name(name_used(type, body)) if name_used(type, body) else '_'}: *{'const ' * (type in GIVEN and type not in CHANGED)}{_name(type)}"
              for type in method.takes]
    head = f"{'pub ' * bool(method.returns)}fn {_name(method.name)}({', '.join(takes)}) {TYPES[method.returns] if method.returns else 'void'} {{"
    return [*(f"//@{annotation}" for annotation in method.annotations), head, *indent_lines(body), "}"]


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            values = ", ".join(_show_value(part) for part in parts if isinstance(part, Value))
            text = "".join(part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else FORMATS.get(part.type, "{s}") for part in parts)
            given = f"{_quote_text(text)}, .{{{f' {values} ' if ', ' in values else values}}}"
            return [f"transcript.line{'Of' if thread else ''}({f'{_spell_value(thread)}, ' if thread else ''}{given});"]
        case "when", name, wanted, inner:
            return [f"if ({_spell_value(name)} == {wanted}) {{", *indent_lines(_print_actions(inner)), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_spell_value(name)} = {_quote_text(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = std.Thread.getCurrentId();"]
        case "add", Value(type="atomic") as name, parts:
            return [f"_ = {_spell_value(name)}.fetchAdd({join_parts(parts, _spell_value)}, .seq_cst);"]
        case ("set" | "add") as word, name, parts:
            return [f"{_spell_value(name)} {'+' * (word == 'add')}= {join_parts(parts, _spell_value)};"]
        case "swap", name, before, after:
            return [f"while (!control.stopMeasurement() and {_spell_value(name)}.cmpxchgWeak({before}, {after}, .seq_cst, .seq_cst) != null) {{}}"]
        case "await", name:
            return [f"while ({_spell_value(name)}.load(.seq_cst) == 0) {{}}"]
        case "call", name:
            return [f"{_spell_value(name)}();"]
        case "return", parts:
            return [f"return {join_parts(parts, _spell_value)};"]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)});"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)});"]
        case ("print" | "complain") as word, text:
            return [f"_ = write({1 if word == 'print' else 2}, {_quote_text(text)}, {len(text.encode())});"]
    return {
        "exit": [f"exit({action[-1]});"],
        "exit at end": ["const end = struct {", "    fn leave() callconv(.c) void {", f"        _exit({action[-1]});", "    }", "};", "_ = atexit(end.leave);"],
        "consumeCPU": [f"blackhole.consumeCPU({action[-1]});"],
        "spin": ["while (!control.stopMeasurement()) {}"],
        "fail": ['@panic("out of paper");'],
        "kill": ["_ = raise(9);"],
        "hang": ["while (true) {", "    _ = usleep(1000); // as long as it likes, but not on a CPU that others need", "}"],
    }[action[0]]


def _spell_value(value: Value) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{_name(value.holder or 'self')}.{_name('_' * value.private + value.name)}"
    below = "Below" if value.holder == "Random" and value.argument else ""
    argument = {"getParam": f'"{value.argument}"', "id": ""}.get(value.name, value.argument)
    return f"{name_parameter(value.holder)}.{value.name.replace('.', '().')}{below}({argument})"


def _show_value(value: Value) -> str:
    name = _spell_value(value)
    if value.name == "getParam":
        return f"{name}.?"
    return {
        "name": f"transcript.last({name})",
        "id": f"transcript.from({name}, {_quote_text(value.argument)})",
        "thread": f"transcript.owner({name})",
        "double": f"@as(u64, @bitCast({name}))",
        "atomic": f"{name}.load(.seq_cst)",
    }.get(value.type, name)


def _quote_text(text: str) -> str:
    return quote_text(text).replace(r"\0", r"\x00")


def _name(name: str) -> str:
    """A name of more than ASCII stands in quotes."""
    return name if name.isascii() else f'@"{name}"'
