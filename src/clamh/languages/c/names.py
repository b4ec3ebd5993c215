"""The names of types that a file shows: tags, typedefs, and the constants of enums."""

from __future__ import annotations

import msgspec
from tree_sitter import Node

from clamh.languages.c_family.declarators import named_type, unwrap
from clamh.languages.c_family.enums import Constants, constants_of
from clamh.languages.frontends import captured

# The types besides states that a function may take; the core knows them by these names.
INJECTED = {
    "clamh_blackhole": "Blackhole", "clamh_control": "Control", "clamh_benchmark_params": "BenchmarkParams",
    "clamh_iteration_params": "IterationParams", "clamh_thread_params": "ThreadParams", "clamh_random": "Random",
    "clamh_memory": "Memory", "clamh_operations": "Operations", "clamh_suspension": "Suspend",
}
_KINDS = ("struct_specifier", "union_specifier", "enum_specifier")


class Names(msgspec.Struct):
    """Typedefs lead to (the target's name, how many pointers it adds)."""

    typedefs: dict[str, tuple[str, int]] = {}
    enums: dict[str, Constants] = {}  # by name
    untagged: dict[int, str] = {}  # by the start of a struct or enum without a tag, the name that its typedef gives it

    def name_of(self, node: Node) -> str:
        """The tag of a struct, union or enum, or the name that its typedef gives it; "" without both."""
        return named_type(node.child_by_field_name("name")) or self.untagged.get(node.start_byte, "")

    def resolve(self, written: str) -> tuple[str, int]:
        """The name of the type that `written` means, and how many pointers to it; names of ours get the prefix
        `clamh.`.
        """
        name, pointers = " ".join(written.split()), 0
        for _ in range(16):  # typedefs may run in circles in a file that does not compile
            target = self.typedefs.get(name)
            if target is None or target[0] == name:
                break
            name, pointers = target[0], pointers + target[1]
        return f"clamh.{INJECTED[name]}" if name in INJECTED else name, pointers

    def constants_of(self, node: Node | None) -> Constants:
        """The constants of a field's type, if that is an enum."""
        if node is None:
            return Constants()
        return constants_of(node) if node.type == "enum_specifier" and node.child_by_field_name(
            "body") is not None else self.enums.get(self.resolve(named_type(node))[0], Constants())

    def add_missing(self, others: Names) -> None:
        """Add the names of another file that this file does not define itself."""
        self.typedefs = {**others.typedefs, **self.typedefs}
        self.enums = {**others.enums, **self.enums}


def read_names(root: Node) -> Names:
    """The names that a file defines outside of functions; inner tags have the same scope in C."""
    names = Names(typedefs={}, enums={}, untagged={})
    nodes = captured(root, "c")
    for node, kind in nodes:
        if kind != "alias":
            continue
        target = node.child_by_field_name("type")
        for declarator in map(unwrap, node.children_by_field_name("declarator")):
            if target is None or not declarator.name:
                continue
            tag = named_type(
                target) if target.type not in _KINDS or target.child_by_field_name("name") is not None else ""
            pointers = sum("pointer" in wrap.type for wrap in declarator.wraps)
            if not tag and not declarator.wraps:
                names.untagged.setdefault(target.start_byte, declarator.name)
            elif all("pointer" in wrap.type for wrap in declarator.wraps):
                names.typedefs.setdefault(declarator.name, (tag or names.untagged.get(target.start_byte, ""), pointers))
    for node, kind in nodes:
        if kind == "enum" and node.child_by_field_name("body") is not None and (name := names.name_of(node)):
            names.enums.setdefault(name, constants_of(node))
    return names
