"""pytest-benchmark: functions with the fixture `benchmark`, by the call of the fixture."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages.adoption import Item, Untranslatable, keep_used, plain_name, words_in
from clamh.languages.frontends import Places, text_of
from clamh.languages.python.adopt_call import bound_names, parameters_of
from clamh.languages.python.adopt_function import Test
from clamh.model.adoption import AdoptedBenchmark, AdoptedPart, ForeignSource

TOOL = "pytest-benchmark"


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every test that takes `benchmark`, with its translation or the reason why it has none."""
    items = list(_items(root))
    fixtures = {text_of(function.child_by_field_name("name")): function for function, decorators, _ in _functions(root)
                if any(decorator.startswith("pytest.fixture") for decorator in decorators)}
    places = Places(text, path)
    found, words = [], frozenset[str]()
    for function, decorators, owner in _functions(root):
        if "benchmark" not in parameters_of(function) or any("fixture" in decorator for decorator in decorators):
            continue
        name = "_".join(filter(None, (owner, text_of(function.child_by_field_name("name")))))
        place = places.at(function.start_byte)
        try:
            test = Test(name, function, items, fixtures, bool(owner))
            found.append(test.translate(place, decorators))
            words |= test.words
        except Untranslatable as reason:
            found.append(AdoptedBenchmark(name=plain_name(name), location=place, reason=str(reason)))
    kept = keep_used(items, words)
    imports = tuple(item.text for item in kept if item.text.startswith(("import ", "from ")))
    parts = tuple(AdoptedPart(text=item.text) for item in kept if item.text not in imports)
    return ForeignSource(path=path, language="python", tool=TOOL, benchmarks=tuple(found), imports=imports, parts=parts)


def _functions(root: Node) -> Iterator[tuple[Node, list[str], str]]:
    """Functions at the top of the file and in its classes, with their decorators and class."""
    waiting = [(node, "", list[str]()) for node in reversed(root.named_children)]
    while waiting:
        node, owner, decorators = waiting.pop()
        if node.type == "decorated_definition":
            own = [text_of(child).lstrip("@").strip() for child in node.named_children if child.type == "decorator"]
            waiting.append((node.child_by_field_name("definition"), owner, own))
        elif node.type == "function_definition":
            yield node, decorators, owner
        elif node.type == "class_definition":
            name = text_of(node.child_by_field_name("name"))
            waiting += [(child, name, []) for child in reversed(node.child_by_field_name("body").named_children)]


def _items(root: Node) -> Iterator[Item]:
    """The declarations of a module; what mentions pytest or the fixture cannot stand in a source without them."""
    for node in root.named_children:
        text = text_of(node)
        if node.type == "comment" or node.type == "expression_statement" and node.named_children[0].type == "string":
            continue
        definition = node.child_by_field_name("definition") or node
        words = words_in([node])
        if node.type.startswith(("import", "future_import")):
            names = words
        elif definition.type in ("function_definition", "class_definition"):
            names = frozenset({text_of(definition.child_by_field_name("name"))})
        else:
            names = bound_names(node)
        if definition.type == "function_definition":  # its own variables are no names of the module
            words -= frozenset(parameters_of(definition)) | bound_names(definition)
        effect = definition.type == "expression_statement" and not names or node.type.startswith("future")
        main = node.type == "if_statement" and "__name__" in words
        if not main:
            yield Item(names,
                       words,
                       text,
                       obstacle=f"uses {TOOL} itself" if words & {"pytest", "benchmark"} else "",
                       always=effect)
