"""Converts the syntax tree of a Rust file to the declarations that binding needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import Places, child_of, parser, text_of
from clamh.languages.rust.checks import find_errors
from clamh.languages.rust.lookup import Names, Path
from clamh.languages.rust.scopes import Candidate, Impl, Module, Scope, candidates_of, generics
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

_FOREIGN = re.compile(
    r"derive\s*\([^)]*\b"
    r"(?!(?:Clone|Copy|Debug|Default|Eq|Hash|Ord|PartialEq|PartialOrd|std|core|clone|fmt|hash|cmp)\b)\w+")
_WORDS = ("async", "unsafe", "const", "extern")


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every struct, trait, enum, function, method and field outside function bodies, in the order of the file.

    A trait is an abstract class and a base of the structs that implement it. Types that this file defines get their
    full names, also where they are used under another name.
    """
    names = Names()
    candidates, impls, _ = candidates_of(tree.root_node, names)
    parsed_from_text = {impl.scope.of for impl in impls if impl.trait.split("::")[-1] == "FromStr"}
    parsed_from_text |= {(*candidate.scope.names, text_of(candidate.node.child_by_field_name("name")))
                         for candidate in candidates if candidate.kind in ("class", "enum") and any(
                             _FOREIGN.search(text_of(attribute)) for attribute in candidate.attributes)}
    file = _File(Places(text, source.path), names, impls, _find_constructors(candidates, impls), parsed_from_text)
    return [declaration for candidate in candidates for declaration in _declare(candidate, file)], tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of Rust."""
    return list(dict.fromkeys(find_errors(declarations)))


def find_companions(path: str, text: bytes) -> list[str]:
    """The files of the modules that this file declares (`mod name;`), at the paths where the compiler looks for them.
    """
    is_root = b"@Benchmark" in text or os.path.basename(path) in ("main.rs", "lib.rs")
    return [file for _, _, file in module_files(path, text, is_root)]


def module_files(path: str, text: bytes, is_root: bool) -> list[tuple[Scope, Module, str]]:
    """The modules of a file that have a file of their own: the declaring scope, the module and its path. `is_root`:
    whether the file may be the root of its crate.
    """
    if b"mod" not in text:
        return []
    files = []
    for scope, module in candidates_of(parser("rust").parse(text).root_node, Names())[2]:
        if module.end < 0 and (file := _module_file(path, scope, module, is_root)) is not None:
            files.append((scope, module, file))
    return files


def _module_file(path: str, scope: Scope, module: Module, is_root: bool) -> str | None:
    """The path of a module's file, first beside the crate's root or a `mod.rs`, or in the folder named like any other
    file; None if missing.
    """
    folder, stem = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    if module.path:
        candidates = [os.path.join(folder, *scope.names, module.path)]
    else:
        name = module.name.removeprefix("r#")
        beside, below = os.path.join(folder, *scope.names), os.path.join(folder, stem, *scope.names)
        # a file that #[path] names has its modules beside it, like a mod.rs
        homes = [beside, below] if is_root or stem == "mod" else [below, beside]
        candidates = [
            file for home in homes for file in (os.path.join(home, f"{name}.rs"), os.path.join(home, name, "mod.rs"))
        ]
    return next((os.path.normpath(file) for file in candidates if os.path.isfile(file)), None)


class _File(msgspec.Struct, frozen=True):
    """One file during the conversion: the meaning of its types, and the constructors of its structs."""

    places: Places
    names: Names
    impls: list[Impl]
    constructors: dict[Path, str]
    parsed_from_text: set[
        Path]  # types with FromStr, or with a derive from outside the standard library that may add it

    def type(self, type_text: str, scope: Scope) -> str:
        """The full name of a type if this file defines it, else its name as other files of the unit may know it."""
        if type_text == "Self" and scope.of:
            return "::".join(scope.of)
        path = self.names.resolve(type_text, scope.names)
        return "::".join(path) if path else self.names.unaliased(type_text, scope.names)


def _find_constructors(candidates: list[Candidate], impls: list[Impl]) -> dict[Path, str]:
    """By struct of a file, the constructor without arguments: `default` or `new`."""
    constructors: dict[Path, str] = {}
    for candidate in candidates:
        if (candidate.kind == "function" and candidate.scope.of and not candidate.scope.trait
                and text_of(candidate.node.child_by_field_name("name")) == "new"):
            parameters = candidate.node.child_by_field_name("parameters")
            returned = text_of(candidate.node.child_by_field_name("return_type"))
            of_self = returned in ("Self", candidate.scope.self_type)
            if of_self and parameters is not None and not parameters.named_child_count:
                constructors.setdefault(candidate.scope.of, "new")
    for candidate in candidates:
        derives = (text_of(attribute) for attribute in candidate.attributes)
        if candidate.kind == "class" and any(
                re.search(r"derive\b.*Default\b", attribute, re.DOTALL) for attribute in derives):
            constructors[(*candidate.scope.names, text_of(
                candidate.node.child_by_field_name("name")).removeprefix("r#"))] = "default"
    for impl in impls:
        if impl.trait.split("::")[-1] == "Default":
            constructors[impl.scope.of] = "default"
    return constructors


def _declare(candidate: Candidate, file: _File) -> Iterator[Declaration]:
    """The declaration of a node; none for a node without a name."""
    node, scope = candidate.node, candidate.scope
    place = node.child_by_field_name("name")
    if place is None or candidate.kind == "field" and not scope.of:  # a field of an enum's variant
        return
    all_conditions = (*(condition for module in scope.modules
                        for condition in module.conditions), *scope.conditions, *candidate.conditions)
    facts: dict[str, Any] = {"module": scope.modules[-1].end if scope.modules else -1}
    if own_conditions := (*scope.conditions, *candidate.conditions):
        facts["conditions"] = list(own_conditions)
    body = node.child_by_field_name("body")
    if text_of(place).startswith("r#"):
        facts["raw"] = text_of(place)
    shared: dict[str, Any] = {
        "name": text_of(place).removeprefix("r#"),
        "scope": scope.of or scope.names,
        "owner": scope.of or None,
        "location": file.places.at(place.start_byte),
        "start": min([node.start_byte, *(attribute.start_byte for attribute in candidate.attributes)]),
        "end": node.end_byte,
        "body": body.start_byte if body is not None else None,
        "conditional": bool(all_conditions),
        "facts": facts,
    }
    is_visible = child_of(node, "visibility_modifier") is not None
    if candidate.kind == "function":
        yield _function(shared, node, scope, file, () if is_visible or scope.trait else ("private",))
    elif candidate.kind == "field":
        type_text = text_of(node.child_by_field_name("type"))
        facts["type"] = type_text
        type_path = file.names.resolve(type_text, scope.names)
        constants = file.names.constants.get(type_path, ()) if type_path else ()
        if type_path and not constants and type_path not in file.parsed_from_text:
            facts["wordless"] = True
        if type_path and (conditions := file.names.conditions.get(type_path)):
            facts["variant_conditions"] = conditions
        yield Declaration(kind="field", type=file.type(type_text, scope), modifiers=() if is_visible else ("private",),
                          constants=constants, **shared)
    elif candidate.kind == "enum":
        path = (*scope.names, shared["name"])
        if conditions := file.names.conditions.get(path):
            facts["variant_conditions"] = conditions
        yield Declaration(kind="enum", constants=file.names.constants.get(path, ()), **shared)
    else:
        yield _class(shared, node, scope, file)


def _class(shared: dict[str, Any], node: Node, scope: Scope, file: _File) -> Declaration:
    """A struct with its traits as bases, or a trait."""
    path = (*scope.names, shared["name"])
    impls = {file.type(impl.trait, impl.scope): impl for impl in file.impls if impl.scope.of == path}
    facts = shared["facts"]
    facts["made"] = file.constructors.get(path, "")
    facts["impls"] = {
        name: {
            "module": impl.scope.modules[-1].end if impl.scope.modules else -1, "trait": impl.trait,
            "self": impl.scope.self_type, "conditions": list(impl.scope.conditions)
        } for name, impl in impls.items()
    }
    if type_parameters := generics(node):
        facts["generic"] = type_parameters
    elif node.child_by_field_name("type_parameters") is not None:
        facts["borrows"] = True
    kinds = {"trait_item": ("abstract",), "union_item": ("union",)}
    return Declaration(kind="class", modifiers=kinds.get(node.type, ()), bases=tuple(impls), **shared)


def _function(shared: dict[str, Any], node: Node, scope: Scope, file: _File, hidden: tuple[str, ...]) -> Declaration:
    """A function, or a method of a struct or trait; a method without `self` is static."""
    facts, parameters, modifiers = shared["facts"], [], list(hidden)
    if type_parameters := scope.generic or generics(node):
        facts["generic"] = type_parameters
    if scope.of:
        facts |= {"self": scope.self_type, "trait": scope.trait}
    head = text_of(child_of(node, "function_modifiers"))
    modifiers += [word for word in _WORDS if re.search(rf"\b{word}\b", head)]
    parameter_list = node.child_by_field_name("parameters")
    receiver, takes = "", []
    for child in parameter_list.named_children if parameter_list is not None else ():
        pattern = text_of(child.child_by_field_name("pattern"))
        if child.type == "self_parameter" or child.type == "parameter" and pattern in ("self", "mut self"):
            receiver = _receiver(child)
        elif child.type == "parameter":
            parameter, spelled = _parameter(child, scope, file)
            parameters.append(parameter)
            takes.append(spelled)
        elif child.type == "variadic_parameter":
            parameters.append(Parameter(name="", type="...", passing="other"))
            takes.append("...")
    facts |= {"takes": takes, "own": receiver}
    if scope.of and not receiver:
        modifiers.append("static")
    if node.type == "function_signature_item" and scope.trait:
        modifiers.append("abstract")
    returned = text_of(node.child_by_field_name("return_type"))
    return Declaration(
        kind="method" if scope.of else "function", type="void" if returned in ("", "()") else returned,
        parameters=tuple(parameters), modifiers=tuple(dict.fromkeys(modifiers)), **shared)


def _receiver(node: Node) -> str:
    """How a method takes its object: "&", "&mut", or "value", which consumes the object."""
    words = re.sub(r"'\w+", "", text_of(node)).replace(" ", "")
    return "&mut" if re.match(r"&mut(?:self|Self)|self:&mut", words) else "&" if "&" in words else "value"


def _parameter(node: Node, scope: Scope, file: _File) -> tuple[Parameter, str]:
    """A parameter, and its type without the reference, as written beside the function."""
    pattern, of = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    passing = "value"
    if of is not None and of.type == "reference_type":
        passing = "reference" if child_of(of, "mutable_specifier") else "const reference"
        of = of.child_by_field_name("type")
    elif of is not None and of.type == "pointer_type":
        passing = "pointer"
    type_text = text_of(of)
    spelled = re.sub(r"\bSelf\b", lambda _: scope.self_type, type_text) if scope.of else type_text
    return Parameter(name=text_of(pattern), type=file.type(type_text, scope), passing=passing), spelled
