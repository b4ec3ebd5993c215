"""What the finders of other tools' benchmarks share: words of a syntax tree, edits of its text, used declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import text_of
from clamh.model.adoption import AdoptedBenchmark, AdoptedPart, ForeignSource

# Below any other mark of a name: what one tool puts before or after the names of its benchmarks.
_MARKS = re.compile(r"^(?:BM_|bm_|Benchmark_?|benchmark_|bench_|test_|Test_?)(?=\w)|(?:_bench|_benchmark|_test)$")
_MEMBERS = ("field_identifier", "property_identifier")
_TEXTS = ("string", "template_string", "string_literal", "raw_string_literal")


class Untranslatable(Exception):
    """A construct that has no exact translation; its text is the reason."""


class Item(NamedTuple):
    """A declaration at the top of a file: the names that it declares and uses, and its text."""

    names: frozenset[str]
    uses: frozenset[str]
    text: str
    scope: str = ""
    obstacle: str = ""  # why no source without the tool can have it, after "which"
    always: bool = False  # a statement with an effect, which belongs to each source


def walk(node: Node, without: tuple[str, ...] = ()) -> Iterator[Node]:
    """A node and all nodes inside it, in the order of the text, except those inside nodes of the types `without`."""
    yield node
    for child in node.children:
        if child.type not in without:
            yield from walk(child, without)


def around(node: Node, top: Node) -> Iterator[Node]:
    """The nodes around a node, from the innermost, as far as they are inside `top`."""
    parent = node.parent
    while parent is not None and parent != top:
        yield parent
        parent = parent.parent


def is_within(node: Node, top: Node, kinds: tuple[str, ...]) -> bool:
    """Whether `top`, or a node between it and this node, is of these types."""
    return top.type in kinds or any(parent.type in kinds for parent in around(node, top))


def words_in(nodes: Iterable[Node]) -> frozenset[str]:
    """The texts of all identifiers in some nodes that do not name a member of something."""
    return frozenset(text_of(node) for top in nodes for node in walk(top) if not node.child_count
                     and node.type.endswith("identifier") and node.type not in _MEMBERS and not _is_member(node))


def _is_member(node: Node) -> bool:
    """Whether a grammar without a node type for names of members has such a name here."""
    parent = node.parent
    field = {"attribute": "attribute", "keyword_argument": "name"}.get(parent.type, "") if parent is not None else ""
    return bool(field) and parent is not None and parent.child_by_field_name(field) == node


def edited(node: Node, edits: Mapping[tuple[int, int], str]) -> str:
    """The text of a node with the given extents (start, end in the file) replaced; extents may not overlap."""
    text, begin = node.text or b"", node.start_byte
    for start, end in sorted(edits, reverse=True):
        if begin <= start and end <= node.end_byte:
            text = text[:start - begin] + edits[start, end].encode() + text[end - begin:]
    return text.decode("utf-8", "replace")


def dedented(node: Node, edits: Mapping[tuple[int, int], str]) -> list[str]:
    """The lines of a node's text as if it began in the first column, with edits.

    Raises Untranslatable for texts that other indentation would change.
    """
    _refuse_long_texts(node)
    first, *rest = edited(node, edits).split("\n")
    indented = [line for line in rest if line.strip()]
    depth = min([node.start_point.column, *(len(line) - len(line.lstrip()) for line in indented)])
    return [first, *(line[depth:] for line in rest)]


def inside(block: Node, edits: Mapping[tuple[int, int], str]) -> list[str]:
    """The lines between the braces of a block, without blank lines and the indentation of the first, with edits.

    Raises Untranslatable for texts that other indentation would change.
    """
    _refuse_long_texts(block)
    first, *rest = edited(block, edits)[1:-1].split("\n")
    lines = [line.rstrip() for line in rest if line.strip()]
    depth = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    lines = [line.lstrip() if line[:depth].strip() else line[depth:] for line in lines]
    return [first.strip(), *lines] if first.strip() else lines


def _refuse_long_texts(top: Node) -> None:
    for node in walk(top):
        unused = node.parent is not None and node.parent.type == "expression_statement"  # a docstring
        if node.type in _TEXTS and node.start_point.row < node.end_point.row and not (unused or _is_continued(node)):
            raise Untranslatable(f"line {node.start_point.row + 1} begins a text that spans lines, "
                                 "which other indentation would change")


def _is_continued(text: Node) -> bool:
    """Whether each line break of a text follows a backslash in Rust, whose compiler drops the indentation after it."""
    root = text
    while root.parent is not None:
        root = root.parent
    return (root.type, text.type) == ("source_file", "string_literal") and "\n" not in re.sub(
        r"\\(?:\s+|.)", "", text_of(text))


def keep_used(items: Iterable[Item], words: frozenset[str]) -> list[Item]:
    """The items that declare some of the words, and what these items use, in the order of the file.

    What an item uses that cannot leave its file is of no interest.
    """
    items = list(items)
    kept: set[int] = set()
    waiting = set(words)
    while True:
        more = {number for number, item in enumerate(items)
                if number not in kept and (item.always and not item.obstacle or item.names & waiting)}
        if not more:
            return [items[number] for number in sorted(kept)]
        kept |= more
        for number in more:
            waiting |= items[number].uses if not items[number].obstacle else frozenset()


def check_used(items: Iterable[Item], words: frozenset[str]) -> None:
    """Raises Untranslatable if the words lead to a declaration that cannot leave its file."""
    for item in keep_used(items, words):
        if item.obstacle:
            names = ", ".join(sorted(item.names & words or item.names)) or item.text.split("\n")[0]
            raise Untranslatable(f"it uses '{names}', which {item.obstacle}")


def name_functions(benchmarks: Iterable[AdoptedBenchmark], taken: Iterable[str]) -> list[AdoptedBenchmark]:
    """The benchmarks with functions that share no name with each other or with the names in `taken`."""
    used, named = set(taken), []
    for benchmark in benchmarks:
        if not benchmark.reason:
            function = benchmark.function if benchmark.function not in used else f"bench_{benchmark.function}"
            names = (function, *(f"{function}_{number}" for number in range(2, len(used) + 3)))
            benchmark = msgspec.structs.replace(benchmark, function=next(name for name in names if name not in used))
            used.add(benchmark.function)
        named.append(benchmark)
    return named


def make_source(path: str, language: str, tool: str, benchmarks: Iterable[AdoptedBenchmark], items: Iterable[Item],
                words: frozenset[str], keywords: Iterable[str], importing: str) -> ForeignSource:
    """The benchmarks of a file under names of their own, with what the words use of its items; `importing` is the
    beginning of an import.
    """
    kept = [item for item in keep_used(items, words) if not item.obstacle]
    imports = tuple(item.text for item in kept if item.text.startswith(importing))
    taken = {*words, *keywords, *(name for item in kept for name in (*item.names, *item.uses))}
    return ForeignSource(path=path, language=language, tool=tool, imports=imports,
                         benchmarks=tuple(name_functions(benchmarks, taken)),
                         parts=tuple(AdoptedPart(text=item.text) for item in kept if item.text not in imports))


def plain_name(name: str) -> str:
    """The name of a benchmark without the marks that tools need: BM_Sum, BenchmarkSum and test_sum are all sum."""
    return _MARKS.sub("", name) or name


def identifier(name: str, default: str = "benchmark") -> str:
    """An identifier of ASCII letters, digits and underscores that resembles a shown name."""
    text = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or default
    return f"_{text}" if text[0].isdigit() else text
