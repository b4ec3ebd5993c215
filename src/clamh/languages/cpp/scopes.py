"""One pass over a C++ syntax tree: nodes that can have annotations, their scope, and the meaning of names."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from clamh.languages.c_family.declarators import declarators, named_type, text, unwrap
from clamh.languages.c_family.enums import constants_of
from clamh.languages.cpp.lookup import Names
from clamh.languages.frontends import captured


class Scope(msgspec.Struct, frozen=True):
    """The position of a declaration: names from the outside in, and their spelling in C++ at global scope."""

    names: tuple[str, ...] = ()
    spelling: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()  # the names that lookup sees: without anonymous and inline namespaces
    namespaces: tuple[str, ...] = ()  # the namespaces alone
    owner: bool = False  # whether the innermost scope is a class
    templates: tuple[str, ...] = ()  # parameter lists of enclosing templates without arguments
    access: str = ""  # "private" or "protected": the access of the next members
    hidden: str = ""  # why no name reaches it: "function", "unnamed", "friend"


class Candidate(msgspec.Struct, frozen=True):
    """A node that can have annotations."""

    kind: str
    node: Node
    scope: Scope
    body: int | None  # the start of its body
    outer: tuple[Node, ...]  # its template headers, typedef or linkage, outermost first


def candidates_of(root: Node, names: Names) -> Iterator[Candidate]:
    """Every node that can have annotations, with its scope; it also fills `names`.

    It reads the captures once, in the order of the file, and keeps the enclosing nodes on a stack: `Node.parent` is
    slow, since it searches from the root.
    """
    stack: list[tuple[Node, str, Scope]] = []
    bare: Node | None = None  # the last member without a declarator
    for node, kind in captured(root, "cpp"):
        if not _is_whole(node, kind):
            bare = node if kind == "field" else bare
            continue
        while stack and stack[-1][0].end_byte <= node.start_byte:
            stack.pop()
        scope = stack[-1][2] if stack else Scope()
        if kind == "access":
            _turn_access(stack, node)
            continue
        outer = _outer(stack, node)
        inner = scope
        if kind == "body":
            inner = msgspec.structs.replace(scope, hidden=scope.hidden or "function")
        elif kind == "friend":
            inner = msgspec.structs.replace(scope, hidden=scope.hidden or "friend")
        elif kind == "namespace":
            inner = enter_namespace(scope, node)
        elif kind in ("alias", "using"):
            _note_alias(node, scope, names)
        elif kind in ("class", "enum"):
            body = node.child_by_field_name("body")
            if kind == "class" and bare is not None and bare.child_by_field_name("type") == node and not class_name(
                    node, outer):  # an anonymous struct or union, whose members are those of its class
                stack.append((node, kind, inner))
                continue
            inner = enter_class(scope, node, outer) if kind == "class" else scope
            if kind == "class" and not scope.hidden:
                names.add(inner.plain, inner.names, "::".join(inner.spelling))
                names.bases[inner.plain] = tuple(base for base, _ in bases_of(node))
            elif kind == "enum" and not scope.hidden:
                name = (class_name(node, outer),)
                names.add(scope.plain + name, scope.names + name, "::".join(scope.spelling + name), constants_of(node))
            assert body is not None  # the query requires a body
            if scope.hidden != "function":
                yield Candidate(kind, node, scope, body.start_byte, outer)
        elif kind in ("function", "field") and scope.hidden != "function":
            yield from _members(node, scope, outer)
        stack.append((node, kind, inner))


def _turn_access(stack: list[tuple[Node, str, Scope]], node: Node) -> None:
    """Record `private:` and the like in the innermost class; the access of its bases comes before its body."""
    around, kind, scope = stack[-1] if stack else (None, "", Scope())
    body = around.child_by_field_name("body") if around is not None and kind == "class" else None
    if around is not None and body is not None and body.start_byte < node.start_byte:
        access = text(node).removesuffix("public")
        stack[-1] = (around, kind, msgspec.structs.replace(scope, access=access))


def _outer(stack: list[tuple[Node, str, Scope]], node: Node) -> tuple[Node, ...]:
    """The wrappers that end with the node: `template<…>`, `typedef … Name`, `extern "C"`, `friend`."""
    wrappers: list[Node] = []
    for around, kind, _ in reversed(stack):
        wraps = kind in ("template", "linkage", "friend") or (kind == "alias" and around.type == "type_definition")
        if not wraps or around.start_byte > node.start_byte:
            break
        wrappers.append(around)
    return tuple(reversed(wrappers))


def _members(node: Node, scope: Scope, outer: tuple[Node, ...]) -> Iterator[Candidate]:
    named_declarators = declarators(node)
    if not named_declarators:
        return
    body = node.child_by_field_name("body")
    if any(declarator.function for declarator in named_declarators):
        kind = "method" if scope.owner else "function"
    else:
        kind = "field"
        type_node = node.child_by_field_name("type")
        body = type_node.child_by_field_name("body") if type_node is not None else None
    yield Candidate(kind, node, scope, body.start_byte if body is not None else None, outer)


def enter_namespace(scope: Scope, node: Node) -> Scope:
    name_text = text(node.child_by_field_name("name"))
    if not name_text:  # anonymous, or a name lost behind an attribute
        name_text = next((text(child) for child in node.children if child.type == "ERROR"), "")
    inline = node.children[0].type == "inline"
    names, plain = scope.names, scope.plain
    for part in name_text.split("::"):
        word = part.strip()
        names += (word.removeprefix("inline ").strip(),)
        if not (inline or word.startswith("inline ") or not word):
            plain += (word,)
    spelling = scope.spelling + tuple(name for name in names[len(scope.names) :] if name)
    return msgspec.structs.replace(
        scope,
        names=names,
        plain=plain,
        spelling=spelling,
        namespaces=scope.namespaces + names[len(scope.names) :],
        owner=False,
        access="",
    )


def enter_class(scope: Scope, node: Node, outer: tuple[Node, ...]) -> Scope:
    name = class_name(node, outer)
    spelled, missing = instantiated(name, outer)
    parts = tuple(name.split("::")) if "<" not in name else (name,)
    return msgspec.structs.replace(
        scope,
        names=scope.names + parts,
        plain=scope.plain + parts,
        spelling=scope.spelling + (spelled,),
        owner=True,
        access="private" if node.type == "class_specifier" else "",
        templates=scope.templates + missing,
        hidden=scope.hidden or ("" if name else "unnamed"),
    )


def class_name(node: Node, outer: tuple[Node, ...]) -> str:
    """A class's own name, or the name that its typedef gives it."""
    name = named_type(node.child_by_field_name("name"))
    if not name:
        for around in outer:
            if around.type == "type_definition":
                declared = (child for child in around.children_by_field_name("declarator"))
                name = next((text(child) for child in declared if child.type == "type_identifier"), "")
    return name


def instantiated(name: str, outer: tuple[Node, ...]) -> tuple[str, tuple[str, ...]]:
    """The name of the template's instance (all arguments have defaults, or a full specialisation), and the missing
    parameters.
    """
    for around in outer:
        if around.type != "template_declaration":
            continue
        parameters = around.child_by_field_name("parameters")
        free = [child for child in parameters.named_children if not child.type.startswith("optional_")]
        if free:
            return name, (text(parameters),)
        if parameters.named_children and "<" not in name:
            return f"{name}<>", ()
    return name, ()


def bases_of(node: Node) -> Iterator[tuple[str, bool]]:
    """The base classes, and whether each is public, so that outside code may use its members."""
    default = node.type != "class_specifier"
    for clause in (child for child in node.children if child.type == "base_class_clause"):
        public = default
        for child in clause.children:
            if child.type == ",":
                public = default
            elif child.type == "access_specifier":
                public = text(child) == "public"
            elif child.type in ("type_identifier", "qualified_identifier", "template_type"):
                yield named_type(child), public


def _note_alias(node: Node, scope: Scope, names: Names) -> None:
    if node.type == "using_declaration":
        target = next((named_type(child) for child in node.named_children), "")
        if any(child.type == "namespace" for child in node.children):
            names.directives.append((scope.plain, target))
        else:
            names.aliases[scope.plain + (target.split("::")[-1],)] = (target, scope.plain[:-1] if scope.plain else ())
        return
    if node.type == "namespace_alias_definition":
        name, *target_nodes = node.named_children
        names.aliases[scope.plain + (text(name),)] = ("::".join(map(named_type, target_nodes)), scope.plain)
        return
    target_type = node.child_by_field_name("type")
    target = named_type(target_type)
    if node.type == "alias_declaration":
        declared = [text(node.child_by_field_name("name"))]
    else:
        declared = [
            declarator.name for declarator in map(unwrap, node.children_by_field_name("declarator"))
            if not declarator.wraps
        ]
    for name in declared:
        if target and name != target:
            names.aliases[scope.plain + (name,)] = (target, scope.plain)


# A forward declaration or a use has no body, and a nested anonymous struct has no declarator.
NEEDS = {"function": "declarator", "field": "declarator", "class": "body", "enum": "body", "linkage": "body"}


def _is_whole(node: Node, kind: str) -> bool:
    """Whether a captured node has the part that its kind needs; the block of `extern "C" {` is not a scope."""
    if kind not in NEEDS:
        return True
    part = node.child_by_field_name(NEEDS[kind])
    return part is not None and (kind != "linkage" or part.type != "declaration_list")
