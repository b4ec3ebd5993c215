"""One pass over a Rust syntax tree: nodes that can have annotations, their module and impl, and the meaning of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import captured, text_of
from clamh.languages.rust.lookup import Names

_CONDITION = re.compile(r"#\s*\[\s*cfg\b")


class Module(msgspec.Struct, frozen=True):
    """An inline module, whose closing `}` is at offset `end`, or a module with its own file (`end` is -1)."""

    name: str
    end: int = -1
    conditions: tuple[str, ...] = ()  # its #[cfg(…)]
    path: str = ""  # the value of #[path = "…"]


class Scope(msgspec.Struct, frozen=True):
    """The position of a declaration: the enclosing modules, and the impl or trait, as written there."""

    modules: tuple[Module, ...] = ()
    of: tuple[str, ...] = ()  # the path of the impl's struct, or of the trait
    self_type: str = ""
    trait: str = ""
    generic: str = ""  # type parameters of the impl or trait without a value
    hidden: bool = False  # inside a function
    conditions: tuple[str, ...] = ()  # #[cfg(…)] of the impl

    @property
    def names(self) -> tuple[str, ...]:
        """The modules' names."""
        return tuple(module.name for module in self.modules)


class Candidate(msgspec.Struct, frozen=True):
    """A node that can have annotations, with the attributes before it."""

    kind: str
    node: Node
    scope: Scope
    attributes: tuple[Node, ...]

    @property
    def conditions(self) -> tuple[str, ...]:
        """Its own #[cfg(…)]."""
        return conditions(self.attributes)


class Impl(msgspec.Struct, frozen=True):
    """An `impl Trait for Struct`."""

    scope: Scope  # its `of` is the struct
    trait: str


def candidates_of(root: Node, names: Names) -> tuple[list[Candidate], list[Impl], list[tuple[Scope, Module]]]:
    """Every node that can have annotations, every impl of a trait, and every module with its enclosing scope.

    It also fills `names`. A first pass collects all structs and aliases, since the order of items in a Rust file is
    free.
    """
    captures = captured(root, "rust")
    _sweep(captures, names)
    return _sweep(captures, names)


def _sweep(
    captured: list[tuple[Node, str]], names: Names
) -> tuple[list[Candidate], list[Impl], list[tuple[Scope, Module]]]:
    candidates: list[Candidate] = []
    impls: list[Impl] = []
    modules: list[tuple[Scope, Module]] = []
    stack: list[tuple[Node, Scope]] = []
    for node, kind in captured:
        while stack and stack[-1][0].end_byte <= node.start_byte:
            stack.pop()
        scope = stack[-1][1] if stack else Scope()
        attributes = _attributes(node)
        inner = scope
        if kind == "body":
            inner = msgspec.structs.replace(scope, hidden=True)
        elif scope.hidden:
            pass
        elif kind == "module":
            module = _module(node, attributes)
            modules.append((scope, module))
            if module.end < 0:
                names.files.add((*scope.names, module.name))
            inner = msgspec.structs.replace(scope, modules=(*scope.modules, module))
        elif kind == "impl":
            inner = _into_impl(node, scope, names, conditions(attributes))
            if inner.trait:
                impls.append(Impl(inner, inner.trait))
        elif kind == "alias":
            _note_alias(node, scope, names)
        elif kind == "using":
            for name, target in _imported_names(node.child_by_field_name("argument"), ()):
                names.aliases.setdefault((*scope.names, name), ("::".join(target), scope.names))
        else:
            name = text_of(node.child_by_field_name("name")).removeprefix("r#")
            if kind in ("class", "enum"):
                names.classes.setdefault((*scope.names, name), (*scope.names, name))
            if kind == "enum" and (variants := constants_of(node)):
                names.constants.setdefault((*scope.names, name), variants)
                names.conditions.setdefault((*scope.names, name), _variant_conditions(node))
            candidates.append(Candidate(kind, node, scope, attributes))
            if kind == "class":
                inner = msgspec.structs.replace(
                    scope, of=(*scope.names, name), self_type=text_of(node.child_by_field_name("name")),
                    generic=generics(node), conditions=conditions(attributes),
                    trait=text_of(node.child_by_field_name("name")) if node.type == "trait_item" else "")
        stack.append((node, inner))
    return candidates, impls, modules


def _attributes(node: Node) -> tuple[Node, ...]:
    """The attributes directly before an item, with only comments between."""
    attributes: list[Node] = []
    before = node.prev_named_sibling
    while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
        if before.type == "attribute_item":
            attributes.insert(0, before)
        before = before.prev_named_sibling
    return tuple(attributes)


def _module(node: Node, attributes: tuple[Node, ...]) -> Module:
    body = node.child_by_field_name("body")
    path = next(
        (match[1] for attribute in attributes if (match := re.search(r'path\s*=\s*"([^"]*)"', text_of(attribute)))), "")
    return Module(text_of(node.child_by_field_name("name")), body.end_byte - 1 if body is not None else -1,
                  conditions(attributes), path)


def _into_impl(node: Node, scope: Scope, names: Names, impl_conditions: tuple[str, ...]) -> Scope:
    """The scope inside an impl, with the struct's path if this file defines it, else with the written name."""
    of = node.child_by_field_name("type")
    trait = node.child_by_field_name("trait")
    type_text = text_of(of)
    path = names.resolve(type_text,
                         scope.names) or (*scope.names, type_text.partition("<")[0].split("::")[-1].removeprefix("r#"))
    return msgspec.structs.replace(
        scope, of=path, self_type=type_text, trait=text_of(trait), generic=generics(node), conditions=impl_conditions)


def _note_alias(node: Node, scope: Scope, names: Names) -> None:
    if scope.of:  # an associated type
        return
    name, target = text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("type"))
    if name != target and not generics(node):
        names.aliases.setdefault((*scope.names, name), (target, scope.names))


def _imported_names(node: Node | None, before: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names that a `use` imports, each with its path."""
    if node is None:
        return
    if node.type == "use_as_clause":
        path = (*before, *text_of(node.child_by_field_name("path")).split("::"))
        yield text_of(node.child_by_field_name("alias")), path
    elif node.type == "scoped_use_list":
        around = text_of(node.child_by_field_name("path"))
        children = node.child_by_field_name("list")
        for child in children.named_children if children is not None else ():
            yield from _imported_names(child, (*before, *(around.split("::") if around else ())))
    elif node.type == "use_list":
        for child in node.named_children:
            yield from _imported_names(child, before)
    elif node.type in ("identifier", "scoped_identifier"):
        path = (*before, *text_of(node).split("::"))
        if len(path) > 1:
            yield path[-1], path
    elif node.type == "self" and before:
        yield before[-1], before


def conditions(attributes: tuple[Node, ...]) -> tuple[str, ...]:
    """The #[cfg(…)] among some attributes."""
    return tuple(" ".join(text_of(attribute).split()) for attribute in attributes
                 if _CONDITION.match(text_of(attribute)))


def generics(node: Node) -> str:
    """The type parameters of a generic item, "" if there are only lifetimes."""
    parameters = node.child_by_field_name("type_parameters")
    free = [parameter for parameter in parameters.named_children
            if "lifetime" not in parameter.type] if parameters is not None else []
    return text_of(parameters) if free else ""


def constants_of(node: Node) -> tuple[str, ...]:
    """The variants of an enum, () if one of them holds a value."""
    variants = _variants(node)
    if any(variant.child_by_field_name("body") is not None for variant in variants):
        return ()
    return tuple(text_of(variant.child_by_field_name("name")) for variant in variants)


def _variants(node: Node) -> list[Node]:
    body = node.child_by_field_name("body")
    return [child for child in body.named_children if child.type == "enum_variant"] if body is not None else []


def _variant_conditions(node: Node) -> dict[str, str]:
    """The #[cfg(…)] of an enum's variants that have any."""
    found = {text_of(variant.child_by_field_name("name")): " ".join(conditions(_attributes(variant)))
             for variant in _variants(node)}
    return {name: condition for name, condition in found.items() if condition}
