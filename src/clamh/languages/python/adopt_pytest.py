"""pytest-benchmark: functions with the fixture `benchmark`, by the call of the fixture."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages.adoption import Item, Untranslatable, keep_used, plain_name, walk, words_in
from clamh.languages.frontends import Places, text_of
from clamh.languages.python.adopt_call import bound_names, free_words, parameters_of
from clamh.languages.python.adopt_function import Test
from clamh.languages.python.adopt_hooks import check_hooks, list_functions
from clamh.model.adoption import AdoptedBenchmark, AdoptedPart, ForeignSource

TOOL = "pytest-benchmark"
IMPORTS = ("import", "future_import")
DEFINITIONS = ("function_definition", "class_definition", "type_alias_statement")


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every test that takes `benchmark`, with its translation or the reason why it has none."""
    items = list(_items(root))
    functions = list(list_functions(root))
    fixtures = {text_of(function.child_by_field_name("name")): function for function, decorators, owners in functions
                if any(decorator.startswith("pytest.fixture") for decorator in decorators)
                and all(owner.type == "class_definition" for owner in owners)}
    places = Places(text, path)
    found, words = [], frozenset[str]()
    for function, decorators, owners in functions:
        if "benchmark" not in parameters_of(function) or any("fixture" in decorator for decorator in decorators):
            continue
        name = "_".join(filter(None, (text_of(node.child_by_field_name("name")) for node in (*owners[-1:], function))))
        place = places.at(function.start_byte)
        try:
            check_hooks(path, root, functions, owners)
            test = Test(name, function, items, fixtures, bool(owners))
            found.append(test.translate(place, decorators))
            words |= test.words
        except Untranslatable as reason:
            found.append(AdoptedBenchmark(name=plain_name(name), location=place, reason=str(reason)))
    kept = keep_used(items, words)
    imports = tuple(item.text for item in kept if item.text.startswith(("import ", "from ")))
    parts = tuple(AdoptedPart(text=item.text) for item in kept if item.text not in imports)
    return ForeignSource(path=path, language="python", tool=TOOL, benchmarks=tuple(found), imports=imports, parts=parts)


def _items(root: Node) -> Iterator[Item]:
    """The declarations of a module; what mentions pytest or the fixture cannot stand in a source without them.

    A statement that is no declaration belongs to each source. It may change all variables that it mentions, and so may
    a value that is computed by a call, and a decorator.
    """
    variables = frozenset[str]().union(*(_declared(node) for node in root.named_children
                                         if not node.type.startswith(IMPORTS)))
    for node in root.named_children:
        text = text_of(node)
        if node.type == "comment" or node.type == "expression_statement" and node.named_children[0].type == "string":
            continue
        definition = node.child_by_field_name("definition") or node
        words = free_words(node)
        imports = node.type.startswith(IMPORTS)
        names = words if imports else _declared(node)
        statement = not imports and definition.type not in DEFINITIONS and (
            definition.type != "expression_statement" or not names)
        obstacle = f"uses {TOOL} itself" if words & {"pytest", "benchmark"} else ""
        changing = words_in(child for child in node.named_children if child.type == "decorator")
        if definition.type == "expression_statement" and any(part.type == "call" for part in walk(node)):
            changing = words
        if definition.type == "function_definition":  # its own variables are no names of the module
            words -= frozenset(parameters_of(definition)) | bound_names(definition)
        if statement:
            names |= words & variables
            obstacle = f"line {node.start_point.row + 1} may change" if obstacle else ""
        elif not imports and not obstacle:
            names |= changing & variables
        main = node.type == "if_statement" and "__name__" in words
        if not main:
            yield Item(names, words, text, obstacle=obstacle, always=statement or node.type.startswith("future"))


def _declared(node: Node) -> frozenset[str]:
    """The names that a statement of a module sets there."""
    definition = node.child_by_field_name("definition") or node
    if definition.type in ("function_definition", "class_definition"):
        return frozenset({text_of(definition.child_by_field_name("name"))})
    return bound_names(node)
