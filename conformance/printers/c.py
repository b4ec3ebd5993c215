"""Suites as C: structs for states, and functions that take pointers to them. C has no inheritance."""

from __future__ import annotations

import re

from conformance.suite import (
    Action, Field, Method, Parts, State, Suite, Value,
    find_imports, indent_lines, join_parts, list_actions, name_parameter, print_param, quote_text,
)

TYPES = {"long": "long long", "text": "const char *", "atomic": "_Atomic int ", "thread": "pthread_t"}
FORMATS = {"int": "%d", "atomic": "%d", "long": "%lld", "double": "%016llx"}  # of all other types the text is taken
GIVEN = ("BenchmarkParams", "Blackhole", "Control", "IterationParams", "Operations", "Random", "ThreadParams")
# Fields of the params' structs, by the names of JMH's methods without `get`, in small letters with underscores.
FIELDS = {"time": "time_ns", "batch_size": "batch", "ops_per_invocation": "operations_per_invocation", "id": "identity"}
INCLUDES = {
    r"\b(atexit|exit)\(": "#include <stdlib.h>", r"raise\(": "#include <signal.h>", r"\bfwrite\(": "#include <stdio.h>",
    r"\bstrr?(chr|str)\(": "#include <string.h>", r"pthread_": "#include <pthread.h>", r"\b(usleep|_exit)\(": "#define _DEFAULT_SOURCE\n#include <unistd.h>",
}
CLAMH = {rf"\b({'|'.join(GIVEN)}) \*|clamh_": '#include "clamh.h"', "": '#include "transcript.h"'}


def name_file(name: str) -> str:
    return f"{name}.c"


def print_suite(suite: Suite) -> str:
    """The whole file. Functions of several states may have one name, which then begins with that of the state."""
    if any(state.extends for state in suite.states):
        raise KeyError("extends")
    names = _name_functions(suite)
    blocks = [[f"static int {field.name} = {field.first};"] for field in suite.statics]
    methods = [method for state in suite.states for method in state.methods] + list(suite.benchmarks)
    blocks += [[f"static void leave_with_{action[1]}(void) {{", f"    _exit({action[1]});", "}"]
               for method in methods for action in list_actions(method.does) if action[0] == "exit at end"]
    for state in suite.states:
        blocks.append(_print_state(state))
    for state in suite.states:
        blocks += [_print_method(method, state.name, names) for method in _sort_called(state.methods)]
    blocks += [_print_method(method, "", names) for method in suite.benchmarks]
    text = "\n\n".join(map("\n".join, blocks))
    includes = [lines for group in (INCLUDES, CLAMH) if (lines := "\n".join(find_imports(text, group)))]
    return "\n\n".join([f"// {suite.question}\n" + includes[0], *includes[1:], text]) + "\n"


def _name_functions(suite: Suite) -> dict[tuple[str, str], str]:
    """The name of each function, by its state ("" for benchmarks) and method."""
    taken = [method.name for method in suite.benchmarks]
    names = {("", name): name for name in taken}
    for state in sorted(suite.states, key=lambda state: all(action[0] != "fail" for method in state.methods for action in list_actions(method.does))):
        fixtures = [method.name for method in state.methods if method.annotations]  # all or none, since their order is that of their names
        others = [method.name for method in state.methods if not method.annotations]
        doubled = {*(fixtures if set(fixtures) & set(taken) else ()), *(set(others) & set(taken))}
        taken += fixtures + others
        names |= {(state.name, name): f"{state.name}_{name}" if name in doubled else name for name in fixtures + others}
    return names


def _sort_called(methods: tuple[Method, ...]) -> list[Method]:
    """The methods, those that others call first: C reads from above."""
    called = {action[1].name for method in methods for action in list_actions(method.does) if action[0] == "call"}
    return sorted(methods, key=lambda method: method.name not in called)


def _print_state(state: State) -> list[str]:
    fields = [line for field in state.fields for line in _print_field(field)]
    return [*(f"//@{annotation}" for annotation in state.annotations), "typedef struct {", *indent_lines(fields or ["char unused;"]), f"}} {state.name};"]


def _print_field(field: Field) -> list[str]:
    kind = TYPES.get(field.type, field.type)
    declared = f"{kind}{'' if kind[-1] in '* ' else ' '}{'_' * field.private}{field.name};"
    return [declared] if field.params is None else [f"//@{print_param(field.params)}", declared]


def _print_method(method: Method, own: str, names: dict[tuple[str, str], str]) -> list[str]:
    """A benchmark has its own state behind its parameters, since JMH sets that up first."""
    body = _print_actions(method.does, own, names)
    types = [*method.takes, own] if "@Benchmark" in method.annotations else [own, *method.takes]
    takes = ", ".join(f"{type} *{name_parameter(type)}" for type in types if type)
    returns = TYPES.get(method.returns, method.returns) or "void"
    head = f"static {returns}{'' if returns.endswith('*') else ' '}{names[own, method.name]}({takes or 'void'})"
    unused = [f"(void){name_parameter(type)};" for type in types if type and not re.search(rf"\b{name_parameter(type)}\b", "\n".join(body))]
    return [*(f"//@{annotation}" for annotation in method.annotations), f"{head} {{", *indent_lines(unused + body), "}"]


def _print_actions(actions: tuple[Action, ...], own: str, names: dict[tuple[str, str], str]) -> list[str]:
    return [line for action in actions for line in _print_action(action, own, names)]


def _print_action(action: Action, own: str, names: dict[tuple[str, str], str]) -> list[str]:
    def spell(value: Value) -> str:
        return _spell_value(value, own)

    match action:
        case "line", thread, parts:
            return _print_line(thread, parts, own)
        case "when", name, wanted, inner:
            return [f"if ({spell(name)} == {wanted}) {{", *indent_lines(_print_actions(inner, own, names)), "}"]
        case "set", Value(type="text") as name, (text,):
            return [f"{spell(name)} = {quote_text(text)};"]
        case "set", Value(type="thread") as name, _:
            return [f"{spell(name)} = pthread_self();"]
        case ("set" | "add") as word, name, parts:
            return [f"{spell(name)} {'+' * (word == 'add')}= {join_parts(parts, spell)};"]
        case "swap", name, before, after:
            swapped = f"__atomic_compare_exchange_n((int *)&{spell(name)}, &found, {after}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)"
            return [f"for (int found = {before}; !clamh_control_stop_measurement(control) && !{swapped};)", f"    found = {before};"]
        case "await", name:
            return [f"while ({spell(name)} == 0) {{", "}"]
        case ("spin",):
            return ["while (!clamh_control_stop_measurement(control)) {", "}"]
        case "call", Value(holder=holder) as name:
            state = next(state for state, method in names if method == name.name and name_parameter(state) == (holder or name_parameter(own)))
            return [f"{names[state, name.name]}({holder or name_parameter(own)});"]
        case "return", parts:
            return [f"return {join_parts(parts, spell)};"]
        case "consume", name:
            return [f"clamh_consume(blackhole, {spell(name)});"]
        case "operations", parts:
            return [f"clamh_operations_add(operations, {join_parts(parts, spell)});"]
        case ("print" | "complain") as word, text:
            stream = "stdout" if word == "print" else "stderr"
            return [f"fwrite({quote_text(text)}, 1, {len(text.encode())}, {stream});", *([] if text.endswith("\n") else [f"fflush({stream});"])]
    return {
        "exit": [f"exit({action[-1]});"],
        "exit at end": [f"atexit(leave_with_{action[-1]});"],
        "consumeCPU": [f"clamh_consume_cpu({action[-1]});"],
        "fail": ['clamh_fail("out of paper");'],
        "kill": ["raise(SIGKILL);"],
        "hang": ["for (;;) usleep(1000);  // as long as it likes, but not on a CPU that others need"],
    }[action[0]]


def _print_line(thread: Value | None, parts: Parts, own: str) -> list[str]:
    """The arguments of a call are evaluated in no order: numbers of Random, where each is the next one, are drawn before it."""
    drawn = [part for part in parts if isinstance(part, Value) and part.holder == "Random"]
    names = {id(value): f"drawn{at}" for at, value in enumerate(drawn)}
    values = [_show_value(part, names.get(id(part), _spell_value(part, own))) for part in parts if isinstance(part, Value)]
    text = "".join(part.replace("%", "%%") if isinstance(part, str) else FORMATS.get(part.type, "%s") for part in parts)
    arguments = ", ".join([_spell_value(thread, own) if thread else "-1", quote_text(text), *values])
    lines = [f"const __auto_type {names[id(value)]} = {_spell_value(value, own)};" for value in drawn]
    return [*lines, f"transcript_line({arguments});"]


def _spell_value(value: Value, own: str) -> str:
    if value.kind == "static":
        return value.name
    if value.kind != "run":
        return f"{value.holder or name_parameter(own)}->{'_' * value.private}{value.name}"
    given, held = name_parameter(value.holder), _snake(value.name)
    if value.holder in ("Control", "Random"):
        below = f"_below({given}, {value.argument})" if value.holder == "Random" and value.argument else f"({given})"
        return f"clamh_{_snake(value.holder)}_{held}{below}"
    if value.name == "getParam":
        return f'clamh_benchmark_params_value({given}, "{value.argument}")'
    if value.holder == "ThreadParams":
        return f"{given}->{re.sub('_count$', 's', _snake(value.name.removeprefix('get')).removesuffix('_index'))}"
    return f"{given}->" + ".".join(FIELDS.get(part, part) for part in (_snake(part.removeprefix("get")) for part in value.name.split(".")))


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def _show_value(value: Value, name: str) -> str:
    match value.type:
        case "boolean":
            return f'{name} ? "true" : "false"'
        case "name":
            return f"strrchr({name}, '.') ? strrchr({name}, '.') + 1 : {name}"
        case "id":
            return f'strstr({name}, "{value.argument}")'
        case "thread":
            return f'pthread_equal({name}, pthread_self()) ? "by its owner" : "by another thread"'
        case "double":
            return f"((union {{ double number; unsigned long long bits; }}){{{name}}}).bits"
    return f"({TYPES.get(value.type, value.type)})({name})" if value.type in ("long", "int") and value.kind == "run" else name
