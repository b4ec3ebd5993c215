"""JMH: methods with @Benchmark, which CLAMH measures as they are."""

from __future__ import annotations

from tree_sitter import Node

from clamh.languages.adoption import walk
from clamh.languages.frontends import Places, text_of
from clamh.model.adoption import AdoptedBenchmark, ForeignSource

NAMES = ("Benchmark", "org.openjdk.jmh.annotations.Benchmark")


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every method with JMH's annotation."""
    places = Places(text, path)
    methods = [
        node for node in walk(root) if node.type == "method_declaration" and any(
            annotation.type in ("marker_annotation",
                                "annotation") and text_of(annotation.child_by_field_name("name")) in NAMES
            for part in node.named_children if part.type == "modifiers" for annotation in part.named_children)
    ]
    return ForeignSource(path=path, language="java", tool="JMH", benchmarks=tuple(
        AdoptedBenchmark(name=text_of(node.child_by_field_name("name")), runs_as_is=True,
                         location=places.at(node.child_by_field_name("name").start_byte)) for node in methods))
