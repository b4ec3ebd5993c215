"""Suites as C++: a class with states inside and benchmarks that are static functions."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, State, Suite, Value,
    find_imports, indent_lines, join_parts, name_parameter, name_used, print_param, quote_text,
)

TYPES = {"text": "std::string", "atomic": "std::atomic<int>", "thread": "pthread_t"}
FORMATS = {"int": "%d", "atomic": "%d", "long": "%lld", "double": "%016llx"}  # of all other types the text is taken
CASTS = {"int": "int", "long": "long long"}
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
INCLUDES = {
    r"\b(atexit|exit)\(": "#include <stdlib.h>", r"raise\(": "#include <signal.h>", r"\bfwrite\(": "#include <stdio.h>",
    r"\bstrr?(chr|str)\(": "#include <string.h>", r"pthread_": "#include <pthread.h>", r"\b(usleep|_exit)\(": "#include <unistd.h>",
}
OURS = {
    r"std::atomic": "#include <atomic>", r"std::runtime_error": "#include <stdexcept>", r"std::string": "#include <string>",
}
CLAMH = {r"::Blackhole": '#include "Blackhole.hpp"', r"harness_utils::(?!Blackhole)": '#include "clamh.hpp"', "": '#include "transcript.hpp"'}


def name_file(name: str) -> str:
    return f"{name}.cpp"


def print_suite(suite: Suite) -> str:
    """The whole file: a class around all, unless a state is that class."""
    outer = "".join(word.capitalize() for word in suite.name.split("_"))
    blocks = [*map(_print_state, suite.states), *(_print_method(method, "static ") for method in suite.benchmarks)]
    if all(state.name != outer for state in suite.states):
        within = "\n\n".join("\n".join(indent_lines(block)) for block in blocks)
        statics = [f"    static inline int {field.name} = {field.first};" for field in suite.statics]
        blocks = [[f"class {outer} {{", *statics, "public:", within, "};"]]
    text = "\n\n".join(map("\n".join, blocks))
    includes = [lines for names in (INCLUDES, OURS, CLAMH) if (lines := "\n".join(find_imports(text, names)))]
    return "\n\n".join([f"// {suite.question}\n" + includes[0], *includes[1:], text]) + "\n"


def _print_state(state: State) -> list[str]:
    body = [line for field in state.fields if not field.private for line in _print_field(field)]
    for method in state.methods:
        body += ["", *_print_method(method)] if body else _print_method(method)
    if private := [line for field in state.fields if field.private for line in _print_field(field)]:
        body += ["", "private:", *private]
    extends = f" : {state.extends}" if state.extends else ""
    return [*(f"//@{annotation}" for annotation in state.annotations), f"struct {state.name}{extends} {{", *indent_lines(body), "};"]


def _print_field(field: Field) -> list[str]:
    kind = TYPES.get(field.type, field.type)
    if field.params is not None:
        return [f"//@{print_param(field.params)}", f"{kind} {field.name};"]
    return [f"{kind} {field.name}{{}};"]


def _print_method(method: Method, before: str = "") -> list[str]:
    body = _print_actions(method.does)
    takes = ", ".join(f"{'harness_utils::' if type in GIVEN else ''}{type} &{name_used(type, body)}" for type in method.takes)
    head = f"{before}{TYPES.get(method.returns, method.returns) or 'void'} {method.name}({takes})"
    return [*(f"//@{annotation}" for annotation in method.annotations), f"{head} {{", *indent_lines(body), "}"]


def _print_actions(actions: tuple[Action, ...]) -> list[str]:
    return [line for action in actions for line in _print_action(action)]


def _print_action(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            return _print_line(thread, parts)
        case "when", name, wanted, inner:
            return [f"if ({_spell_value(name)} == {wanted}) {{", *indent_lines(_print_actions(inner)), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_spell_value(name)} = {quote_text(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_spell_value(name)} = pthread_self();"]
        case ("set" | "add") as word, name, parts:
            return [f"{_spell_value(name)} {'+' * (word == 'add')}= {join_parts(parts, _spell_value)};"]
        case "swap", name, before, after:
            return [f"for (int found = {before}; !control.stopMeasurement && !{_spell_value(name)}.compare_exchange_weak(found, {after});)",
                    f"    found = {before};"]
        case "await", name:
            return [f"while ({_spell_value(name)} == 0) {{", "}"]
        case ("spin",):
            return ["while (!control.stopMeasurement) {", "}"]
        case "call", name:
            return [f"{_spell_value(name)}();"]
        case "return", parts:
            return [f"return {join_parts(parts, _spell_value)};"]
        case "consume", name:
            return [f"blackhole.consume({_spell_value(name)});"]
        case "operations", parts:
            return [f"operations.add({join_parts(parts, _spell_value)});"]
        case ("print" | "complain") as word, text:
            stream = "stdout" if word == "print" else "stderr"
            return [f"fwrite({quote_text(text)}, 1, {len(text.encode())}, {stream});", *([] if text.endswith("\n") else [f"fflush({stream});"])]
    return {
        "exit": [f"exit({action[-1]});"],
        "exit at end": [f"atexit([] {{ _exit({action[-1]}); }});"],
        "consumeCPU": [f"harness_utils::Blackhole::consumeCPU({action[-1]});"],
        "fail": ['throw std::runtime_error("out of paper");'],
        "kill": ["raise(SIGKILL);"],
        "hang": ["for (;;) usleep(1000);  // as long as it likes, but not on a CPU that others need"],
    }[action[0]]


def _print_line(thread: Value | None, parts: Parts) -> list[str]:
    """The arguments of a call are evaluated in no order: numbers of Random, where each is the next one, are drawn before it."""
    drawn = [part for part in parts if isinstance(part, Value) and part.holder == "Random"]
    names = {id(value): f"drawn{at}" for at, value in enumerate(drawn)}
    values = [_show_value(part, names.get(id(part), _spell_value(part))) for part in parts if isinstance(part, Value)]
    text = "".join(part.replace("%", "%%") if isinstance(part, str) else FORMATS.get(part.type, "%s") for part in parts)
    arguments = ", ".join([*([_spell_value(thread)] if thread else []), quote_text(text), *values])
    return [*(f"const auto {names[id(value)]} = {_spell_value(value)};" for value in drawn), f"transcript::line({arguments});"]


def _spell_value(value: Value) -> str:
    if value.kind != "run":
        return f"{value.holder}.{value.name}" if value.holder else value.name
    if value.holder == "Control":
        return f"control.{value.name}"
    argument = {"getParam": f'"{value.argument}"', "id": ""}.get(value.name, value.argument)
    return f"{name_parameter(value.holder)}.{value.name.replace('.', '().')}({argument})"


def _show_value(value: Value, name: str) -> str:
    match value.type:
        case "boolean":
            return f'{name} ? "true" : "false"'
        case "text":
            return f"{name}.c_str()" if value.kind != "run" else name
        case "name":
            return f"strrchr({name}, ':') + 1"
        case "id":
            return f'strstr({name}, "{value.argument}")'
        case "thread":
            return f'pthread_equal({name}, pthread_self()) ? "by its owner" : "by another thread"'
        case "double":
            return f"__builtin_bit_cast(unsigned long long, {name})"
        case "atomic":
            return f"{name}.load()"
    return f"static_cast<{CASTS[value.type]}>({name})" if value.kind == "run" or value.type == "long" else name

