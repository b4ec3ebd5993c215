"""Suites as C++: a class with states inside and benchmarks that are static functions."""

from __future__ import annotations

import re

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, indented, needed, param, quoted, variable

TYPES = {"boolean": "bool", "text": "std::string", "atomic": "std::atomic<int>", "thread": "pthread_t"}
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


def file_name(name: str) -> str:
    return f"{name}.cpp"


def source(suite: Suite) -> str:
    """The whole file."""
    body = ["class " + "".join(word.capitalize() for word in suite.name.split("_")) + " {"]
    body += [f"    static inline int {field.name} = {field.first};" for field in suite.statics] + ["public:"]
    for state in suite.states:
        body += indented(_state(state)) + [""]
    for method in suite.benchmarks:
        body += indented(_method(method, "static ")) + [""]
    text = "\n".join([*body[:-1], "};"])
    blocks = [block for names in (INCLUDES, OURS, CLAMH) if (block := "\n".join(needed(text, names)))]
    return "\n\n".join([f"// {suite.question}\n" + blocks[0], *blocks[1:], text]) + "\n"


def _state(state: State) -> list[str]:
    body = [line for field in state.fields if not field.private for line in _field(field)]
    for method in state.methods:
        body += ["", *_method(method)] if body else _method(method)
    if private := [line for field in state.fields if field.private for line in _field(field)]:
        body += ["", "private:", *private]
    extends = f" : {state.extends}" if state.extends else ""
    return [*(f"//@{one}" for one in state.annotations), f"struct {state.name}{extends} {{", *indented(body), "};"]


def _field(field: Field) -> list[str]:
    kind = TYPES.get(field.type, field.type)
    if field.params is not None:
        return [f"//@{param(field.params)}", f"{kind} {field.name};"]
    return [f"{kind} {field.name}{{}};"]


def _method(method: Method, before: str = "") -> list[str]:
    takes = ", ".join(f"{'harness_utils::' if one in GIVEN else ''}{one} &{variable(one)}" for one in method.takes)
    body = [line for action in method.does for line in _statement(action)]
    head = f"{before}{TYPES.get(method.returns, method.returns) or 'void'} {method.name}({takes})"
    return [*(f"//@{one}" for one in method.annotations), f"{head} {{", *indented(body), "}"]


def _statement(action: Action) -> list[str]:
    match action:
        case "line", thread, parts:
            # The arguments of a call are evaluated in no order, and every number of Random is the next one.
            drawn = [one for one in parts if isinstance(one, Value) and one.holder == "Random"]
            names = {id(one): f"drawn{at}" for at, one in enumerate(drawn)}
            said = "".join(one.replace("%", "%%") if isinstance(one, str) else FORMATS.get(one.type, "%s") for one in parts)
            values = [_said(one, names.get(id(one), _value(one))) for one in parts if isinstance(one, Value)]
            whole = ", ".join([*([_value(thread)] if thread else []), quoted(said), *values])
            return [*(f"const auto {names[id(one)]} = {_value(one)};" for one in drawn), f"transcript::line({whole});"]
        case "when", name, wanted, inner:
            return [f"if ({_value(name)} == {wanted}) {{", *indented([line for one in inner for line in _statement(one)]), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{_value(name)} = {quoted(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{_value(name)} = pthread_self();"]
        case ("set" | "add") as word, name, parts:
            return [f"{_value(name)} {'+' * (word == 'add')}= {_number(parts)};"]
        case "swap", name, before, after:
            return [f"for (int found = {before}; !control.stopMeasurement && !{_value(name)}.compare_exchange_weak(found, {after});)",
                    f"    found = {before};"]
        case "await", name:
            return [f"while ({_value(name)} == 0) {{", "}"]
        case ("spin",):
            return ["while (!control.stopMeasurement) {", "}"]
        case "call", name:
            return [f"{_value(name)}();"]
        case "return", parts:
            return [f"return {_number(parts)};"]
        case "consume", name:
            return [f"blackhole.consume({_value(name)});"]
        case "operations", parts:
            return [f"operations.add({_number(parts)});"]
        case ("print" | "complain") as word, text:
            stream = "stdout" if word == "print" else "stderr"
            return [f"fwrite({quoted(text)}, 1, {len(text.encode())}, {stream});", f"fflush({stream});"]
    return {
        "exit": [f"exit({action[-1]});"],
        "exit at end": [f"atexit([] {{ _exit({action[-1]}); }});"],
        "consumeCPU": [f"harness_utils::Blackhole::consumeCPU({action[-1]});"],
        "fail": ['throw std::runtime_error("out of paper");'],
        "kill": ["raise(SIGKILL);"],
        "hang": ["for (;;) usleep(1000);  // as long as it likes, but not on a CPU that others need"],
    }[action[0]]


def _value(value: Value) -> str:
    if value.kind != "run":
        return f"{value.holder}.{value.name}" if value.holder else value.name
    if value.holder == "Control":
        return f"control.{value.name}"
    argument = {"getParam": f'"{value.argument}"', "id": ""}.get(value.name, value.argument)
    return f"{variable(value.holder)}.{value.name.replace('.', '().')}({argument})"


def _said(value: Value, name: str) -> str:
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


def _number(parts: Parts) -> str:
    return "".join(one if isinstance(one, str) else _value(one) for one in parts)
