"""A test of pytest-benchmark as a function of a state."""

from __future__ import annotations

import keyword
import re

from tree_sitter import Node

from clamh.languages.adoption import Item, Untranslatable, check_used, dedented, plain_name, walk, words_in
from clamh.languages.frontends import text_of
from clamh.languages.python.adopt_call import NESTED, bound_names, find_call, free_words, parameters_of, read_pedantic
from clamh.languages.python.adopt_params import Values, read_params
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal
from clamh.model.sources import Location

PLAIN = ("integer", "float", "string", "true", "false", "none", "identifier")
IGNORED = ("benchmark.group", "benchmark.extra_info", "benchmark.name")


class Test:
    """One test while it is translated."""

    def __init__(self, name: str, function: Node, items: list[Item], fixtures: dict[str, Node], method: bool):
        self.name, self.function, self.items, self.fixtures, self.method = name, function, items, fixtures, method
        self.words = frozenset[str]()
        self.setup: list[str] = []
        self.locals: list[str] = []

    def translate(self, place: Location, decorators: list[str]) -> AdoptedBenchmark:
        """The test as a function of a state. Raises Untranslatable with the reason."""
        if any(child.type == "async" for child in self.function.children):
            raise Untranslatable("it is async")
        # Of the statements that mention a name, those that only read it do not set it.
        texts = {name: item.text for item in self.items for name in item.names
                 if item.always or re.match(rf"{re.escape(name)}\b\s*(?::[^=]*)?=", item.text)}
        values = read_params(decorators, texts)
        self._read_parameters(values)
        statements = [
            node for node in self.function.child_by_field_name("body").named_children if node.type != "comment"
        ]
        if statements and statements[0].type == "expression_statement" and statements[0].named_children[
                0].type == "string":
            statements = statements[1:]
        number, call = find_call(statements)
        for statement in statements[:number]:
            self._read_setup(statement)
        body, used = self._body(statements[number], call)
        parameter = "state" if "input" in used else "input"
        names = set(self.locals) | {param.name for param in values.params}
        head = [
            f"{name} = {parameter}.{name}"
            for name in dict.fromkeys([*(param.name for param in values.params), *self.locals]) if name in used
        ]
        kept = [name for name in dict.fromkeys(self.locals) if name in used]
        self.words |= used - names
        check_used(self.items, self.words)
        setup_head = [f"{param.name} = self.{param.name}" for param in values.params
                      if any(param.name in line for line in self.setup)]
        setup = [*setup_head, *self.setup, *(f"self.{name} = {name}" for name in kept)] if kept or self.setup else []
        return AdoptedBenchmark(name=plain_name(self.name),
                                location=place,
                                function=self._function_name(),
                                parameter=parameter,
                                params=values.params,
                                rows=values.rows,
                                locals=tuple(AdoptedLocal(name=name) for name in kept),
                                setup=tuple(setup),
                                head=tuple(head),
                                body=tuple(body))

    def _function_name(self) -> str:
        """The name without the tool's mark, unless something else of the file has that name."""
        plain = plain_name(self.name)
        taken = frozenset().union(*(item.names | item.uses for item in self.items))
        return self.name if plain in taken or keyword.iskeyword(plain) or not plain.isidentifier() else plain

    def _read_parameters(self, values: Values) -> None:
        known = {param.name for param in values.params}
        for number, name in enumerate(parameters_of(self.function)):
            if name == "benchmark" or name in known or self.method and number == 0:
                continue
            fixture = self.fixtures.get(name)
            if fixture is None:
                raise Untranslatable(f"it needs the fixture '{name}', which this file does not define")
            self._inline_fixture(name, fixture)
        if self.method and "self" in words_in([self.function.child_by_field_name("body")]):
            raise Untranslatable("it uses 'self', the object of its test class")

    def _inline_fixture(self, name: str, fixture: Node) -> None:
        """The body of a fixture, which ends in its only return, as code of the setup."""
        body = [node for node in fixture.child_by_field_name("body").named_children if node.type != "comment"]
        if body and text_of(body[0]).startswith(('"', "'")):
            body = body[1:]
        returns = [node for node in walk(fixture, ("lambda",)) if node.type in ("return_statement", "yield")]
        simple = len(returns) == 1 and body and body[-1] == returns[0] and body[-1].named_child_count == 1
        if not simple or parameters_of(fixture) or "params" in text_of(
                fixture.parent)[:fixture.start_byte - fixture.parent.start_byte]:
            raise Untranslatable(f"it needs the fixture '{name}', which is more than code that ends in one return")
        before = len(self.locals)
        for statement in body[:-1]:
            self._read_setup(statement)
        # What runs later, such as a lambda, would read what other code sets.
        later = words_in(node for part in body for node in walk(part) if node.type in (*NESTED, "generator_expression"))
        clash = frozenset[str]()
        for other in (self.function, *(self.fixtures[other] for other in parameters_of(self.function)
                                       if other in self.fixtures and other != name)):
            block = other.child_by_field_name("body")
            words = free_words(block)
            clash |= words - (bound_names(block) - later) | frozenset(parameters_of(other))
        if again := sorted(clash & set(self.locals[before:]) - {name}):
            raise Untranslatable(f"its fixture '{name}' sets '{again[0]}', a name that other code of the test has")
        self._use(body[-1])
        self.setup.append(f"{name} = {text_of(body[-1].named_children[0])}")
        self.locals.append(name)

    def _use(self, node: Node) -> None:
        words = free_words(node)
        for word in ("benchmark", "pytest"):
            if word in words:
                raise Untranslatable(f"line {node.start_point.row + 1} uses '{word}' before the measured call")
        kinds = {inner.type for inner in walk(node)}
        for kind, text in (("global_statement", "global"), ("nonlocal_statement", "nonlocal"), ("await", "await")):
            if kind in kinds:
                raise Untranslatable(f"line {node.start_point.row + 1} has '{text}'")
        leaves = any(inner.type in ("return_statement", "yield") for inner in walk(node, NESTED))
        if leaves and node.type not in (*NESTED, "return_statement"):
            raise Untranslatable(f"line {node.start_point.row + 1} may leave the test before the measured call")
        self.words |= words - set(self.locals)

    def _read_setup(self, statement: Node) -> None:
        if text_of(statement).startswith(IGNORED):
            return
        self._use(statement)
        self.setup += dedented(statement, {})
        self.locals += sorted(bound_names(statement) | {text_of(statement.child_by_field_name("name"))} - {""}
                              if statement.type in NESTED else bound_names(statement))

    def _body(self, statement: Node, call: Node | None) -> tuple[list[str], frozenset[str]]:
        """The lines of the measured function and the names that they use."""
        if call is None:  # a function with the decorator @benchmark
            return self._inline(statement.child_by_field_name("definition"))
        called, arguments = self._arguments(call)
        if called.type == "lambda" and not arguments and called.child_by_field_name("parameters") is None:
            inner = called.child_by_field_name("body")
            text = text_of(inner)
            return [f"return ({text})" if "\n" in text else f"return {text}"], free_words(inner)
        name = text_of(called)
        if called.type not in ("identifier", "attribute"):
            name = self._keep("function", called)
        texts = []
        used = words_in([called]) if called.type in ("identifier", "attribute") else frozenset({name})
        for number, (prefix, node) in enumerate(arguments, 1):
            text = text_of(node) if node.type in PLAIN else self._keep(f"argument{number}", node)
            used |= {text} if text.isidentifier() else frozenset()
            texts.append(prefix + text)
        return [f"return {name}({', '.join(texts)})"], used

    def _inline(self, function: Node) -> tuple[list[str], frozenset[str]]:
        if parameters_of(function) or any(child.type == "async" for child in function.children):
            raise Untranslatable("the measured function inside it takes parameters or is async")
        block = function.child_by_field_name("body")
        lines = dedented(block, {})
        if block.named_children[0].type == "expression_statement" and text_of(block.named_children[0])[0] in "\"'":
            lines = lines[len(text_of(block.named_children[0]).split("\n")):]
        if {"nonlocal_statement", "global_statement", "yield"} & {node.type for node in walk(block)}:
            raise Untranslatable("the measured function inside it changes variables around it, or yields")
        return lines, free_words(block)

    def _keep(self, name: str, node: Node) -> str:
        """Compute a value once, before the measurement, as the tool does with the arguments of its fixture."""
        if name in self.locals or name in words_in([self.function]):
            raise Untranslatable(f"it has a variable '{name}', a name that the translation needs")
        self._use(node)
        self.setup.append(f"{name} = {text_of(node)}" if "\n" not in text_of(node) else f"{name} = ({text_of(node)})")
        self.locals.append(name)
        return name

    def _arguments(self, call: Node) -> tuple[Node, list[tuple[str, Node]]]:
        listed = [node for node in call.child_by_field_name("arguments").named_children if node.type != "comment"]
        if any("splat" in node.type for node in listed):
            raise Untranslatable("it passes arguments with * or **")
        if text_of(call.child_by_field_name("function")) == "benchmark.pedantic":
            listed = read_pedantic(listed)
        if not listed or listed[0].type == "keyword_argument":
            raise Untranslatable("the measured function is not the first argument")
        pairs = [(f"{text_of(node.child_by_field_name('name'))}=", node.child_by_field_name("value"))
                 if node.type == "keyword_argument" else ("", node) for node in listed[1:]]
        return listed[0], pairs
