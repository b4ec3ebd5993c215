"""The call of the fixture `benchmark` in a test, with what it passes; and the names of a Python tree."""

from __future__ import annotations

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, around, walk, words_in
from clamh.languages.frontends import text_of

NESTED = ("function_definition", "lambda", "class_definition")
COMPREHENSIONS = ("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression")


def parameters_of(function: Node) -> list[str]:
    """The names of the parameters of a function."""
    return [text_of(node) for parameter in function.child_by_field_name("parameters").named_children
            for node in list(walk(parameter))[:2] if node.type == "identifier"]


def free_words(top: Node) -> frozenset[str]:
    """The words of code except the variables of comprehensions, which exist only there."""
    hidden = set[int]()
    for node in walk(top):
        if node.type in COMPREHENSIONS:
            own = words_in(part.child_by_field_name("left") for part in node.children if part.type == "for_in_clause")
            hidden |= {inner.id for inner in walk(node) if inner.type == "identifier" and text_of(inner) in own}
    return words_in(node for node in walk(top) if not node.child_count and node.id not in hidden)


def bound_names(node: Node) -> frozenset[str]:
    """The names that statements set, without those of nested functions."""
    names = set[str]()
    for inner in walk(node, NESTED):
        if inner.type in ("assignment", "for_statement"):
            target = inner.child_by_field_name("left")
            names |= words_in([target
                               ]) if target is not None and target.type not in ("attribute", "subscript") else set()
        elif inner.type == "named_expression":
            names.add(text_of(inner.child_by_field_name("name")))
        elif inner.type == "as_pattern_target" or inner.type.startswith("import"):
            names |= words_in([inner])
        elif inner.type == "block" or inner == node:
            names |= {
                text_of(child.child_by_field_name("name"))
                for child in inner.named_children if child.type in NESTED
            }
    return frozenset(names)


def read_pedantic(listed: list[Node]) -> list[Node]:
    """The function and the arguments in a call of pedantic; its rounds are settings of the tool."""
    named = {text_of(node.child_by_field_name("name")): node.child_by_field_name("value") for node in listed
             if node.type == "keyword_argument"}
    for name in ("setup", "teardown", "kwargs"):
        if name in named:
            raise Untranslatable(f"it uses '{name}' of benchmark.pedantic")
    positional = [node for node in listed if node.type != "keyword_argument"]
    target = named.get("target", positional[0] if positional else None)
    arguments = named.get("args")
    if target is None or len(positional) > 1 or arguments is not None and arguments.type not in ("tuple", "list"):
        raise Untranslatable("it passes arguments to benchmark.pedantic that are not written there")
    passed = [node for node in (arguments.named_children if arguments is not None else ()) if node.type != "comment"]
    if any("splat" in node.type for node in passed):
        raise Untranslatable("it passes arguments with *")
    return [target, *passed]


def find_call(statements: list[Node]) -> tuple[int, Node | None]:
    """The statement with the only call of the fixture, and the call; None if the fixture decorates a function."""
    places: list[tuple[int, Node | None]] = []
    for number, statement in enumerate(statements):
        if statement.type == "decorated_definition" and text_of(statement.named_children[0]) == "@benchmark":
            places.append((number, None))
        for node in walk(statement):
            if node.type == "call" and text_of(
                    node.child_by_field_name("function")) in ("benchmark", "benchmark.pedantic"):
                places.append((number, node))
    if len(places) != 1:
        raise Untranslatable("it has no call of 'benchmark'" if not places else "it calls 'benchmark' more than once")
    number, call = places[0]
    if call is not None and statements[number].type not in ("expression_statement", "assert_statement",
                                                            "return_statement"):
        raise Untranslatable("it calls 'benchmark' inside another statement")
    if call is not None and any(node.type in NESTED for node in around(call, statements[number])):
        raise Untranslatable("it calls 'benchmark' inside another function")
    return number, call
