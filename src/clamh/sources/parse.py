"""SourceFile ─parse→ Parsed: annotations found, blanked, the rest parsed, each annotation given to its declaration."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from tree_sitter import Tree

from clamh.languages import Language, languages
from clamh.languages.frontends import Places, parser
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.sources import Annotation, Declaration, Location, Parsed, SourceFile
from clamh.sources.annotations.attach import attach
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan
from clamh.sources.annotations.syntax import Fault, faults, unbalanced
from clamh.sources.annotations.table import TABLE, suggestion
from clamh.sources.annotations.unread import behind, unread


def parse(source: SourceFile) -> tuple[Parsed, list[Diagnostic]]:
    """Read and parse one file; a file that cannot be read is a diagnostic and a Parsed without declarations."""
    try:
        text = Path(source.path).read_bytes()
    except OSError as error:
        return Parsed(source=source, text=b"", annotations=(), declarations=()), [Diagnostic(
            code="unreadable", message=f"cannot read '{shorten_path(source.path)}': {error.strerror}",
            mend="check the path and its permissions", location=Location(path=source.path, line=1),
        )]
    language = languages()[source.language]
    parsed, problems = parse_text(source, text, language)
    return parsed, [*_unusable_path(source.path, language), *problems]


def _unusable_path(path: str, language: Language) -> list[Diagnostic]:
    """The problem of a path that the language's own tools cannot open."""
    whole = os.path.abspath(path)
    if not language.utf8_paths or whole == os.fsencode(whole).decode("utf-8", "replace"):
        return []
    return [Diagnostic(code="path-encoding", message=f"the path {whole} is not UTF-8, and {language.title}'s tools take no other",
                       mend="rename the file or the folder, or work in another folder", location=Location(path=path, line=1))]


def parse_text(source: SourceFile, text: bytes, language: Language) -> tuple[Parsed, list[Diagnostic]]:
    """Parse `text` as the file `source`; never raises, whatever the bytes.

    What does not parse outside of the annotated declarations is no problem: the compiler has the last word on it.
    """
    annotations, diagnostics = scan(text, language.lexer, source.path)
    blanked = blank(text, [(one.start, one.end) for one in annotations])
    tree = parser(language.id).parse(blanked)
    declarations, tree = language.frontend.declarations(source, text, blanked, tree, tuple(annotations))

    code = code_only(blanked, language.lexer)
    attached, loose = attach(annotations, declarations, code, language.lexer.line_ends_statements)
    unknown = [one for one in annotations if one.name not in TABLE and one.name not in language.extra_annotations]
    diagnostics += [_unknown(one) for one in unknown]
    kept = annotations
    if language.lexer.host_at:
        attached = [_without_host_annotations(one, language) for one in attached]
        attached, foreign = _without_own_names(attached, language.frontend.own_names(tree), language)
        diagnostics += foreign
        if language.claims_plain and not any(map(_is_benchmark, attached)):  # then all `@` is the host language's
            attached = [_only(one, lambda annotation: annotation.spelling == "comment") for one in attached]
            diagnostics = [one for one in diagnostics if one.code not in ("near-miss", "own-decorator")
                           or "@Benchmark" in one.mend]
        ours = {one.start for declaration in attached for one in declaration.annotations}
        kept = [one for one in annotations if one.start in ours or one.spelling == "comment"]
    places = Places(text, source.path)
    known = {one.start for one in kept} - {one.start for one in unknown}
    if lost := [one for one in loose if one.start in known]:
        errors = unread(tree, code)
        diagnostics += [_loose(one, behind(errors, one.end), places, language) for one in lost]
    diagnostics += language.frontend.refusals(attached)
    return Parsed(
        source=source, text=text, annotations=tuple(kept), declarations=tuple(attached)
    ), sorted(diagnostics, key=_place)


def syntax(parsed: Parsed, problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Where a file does not parse, for those who want to know before it is built: its first fault, if any.

    An error where it touches what is annotated; elsewhere a warning, since the language may be newer than the grammar.
    With macros in the language a warning, and only within what is annotated: every second real C++ source has some.
    `problems` are those that `parse` found.
    """
    source = parsed.source
    language = languages()[source.language]
    if any(one.code in ("syntax", "unreadable") for one in problems):  # what an annotation holds is still in the text
        return []
    text = parsed.text
    blanked, code, tree = _read_syntax(source, text, language)
    places = Places(text, source.path)
    if (bracket := unbalanced(code)) is not None:
        return [_unparsed(bracket, places, "error", "`clamh build` shows what the compiler says")]
    if any(one.code == "unreadable-declaration" for one in problems):  # said by `parse`, at its place
        return []
    ours = [(one.start, one.end) for one in (*parsed.annotations, *parsed.declarations)
            if isinstance(one, Annotation) or one.annotations]
    for fault in faults(blanked, tree.root_node):
        if language.macros:
            if any(start <= fault.start and fault.end <= end for start, end in ours):
                return [_unparsed(fault, places, "warning", "a macro may explain it: `clamh build` asks the compiler")]
        elif any(start <= fault.end and fault.start <= end for start, end in ours):
            return [_unparsed(fault, places, "error", "`clamh build` shows what the compiler says")]
        else:
            return [_unparsed(fault, places, "warning", "`clamh build` asks the compiler, which has the last word")]
    return []


def unclosed(source: SourceFile) -> list[Diagnostic]:
    """The first bracket of a file that has no partner, if any: the cause of other errors, and not by itself a reason to refuse it."""
    text = Path(source.path).read_bytes()
    bracket = unbalanced(_read_syntax(source, text, languages()[source.language])[1])
    mend = "close it, or delete what is left over; what else is wrong with the file may follow from it"
    return [_unparsed(bracket, Places(text, source.path), "error", mend)] if bracket else []


def _read_syntax(source: SourceFile, text: bytes, language: Language) -> tuple[bytes, bytes, Tree]:
    """The file with its annotations blanked, what of it is code, and the tree that knows most of it."""
    blanked = blank(text, [(one.start, one.end) for one in scan(text, language.lexer, source.path)[0]])
    tree = parser(language.id).parse(blanked)
    return blanked, *language.frontend.syntax(source.path, blanked, code_only(blanked, language.lexer), tree)


def _unparsed(fault: Fault, places: Places, severity: Literal["error", "warning"], mend: str) -> Diagnostic:
    return Diagnostic(code="does-not-parse", message=f"this does not parse: {fault.message}", mend=mend,
                      location=places.at(fault.start), severity=severity)


def _without_host_annotations(declaration: Declaration, language: Language) -> Declaration:
    """Leave to the host language what has a name of the table but stands elsewhere, or is not the other harness's."""
    return _only(declaration, lambda one: (
        one.spelling == "comment"
        or declaration.kind in TABLE[one.name].targets and (language.claims_plain or TABLE[one.name].jmh)
    ))


def _without_own_names(
    attached: list[Declaration], own: Mapping[str, int], language: Language
) -> tuple[list[Declaration], list[Diagnostic]]:
    """Leave alone what stands in the plain spelling and has a name that the file itself defines or imports in the line given."""
    def foreign(one: Annotation) -> bool:
        return one.spelling == "at" and one.name in own

    said = [Diagnostic(
        code="own-decorator", severity="warning", location=one.location,
        message=f"@{one.name} is what line {own[one.name]} of this file defines or imports, and is left alone",
        mend=f"write {language.lexer.line_comment}@@{one.name} if CLAMH's is meant",
    ) for declaration in attached for one in declaration.annotations if foreign(one)]
    return [_only(one, lambda annotation: not foreign(annotation)) for one in attached], said


def _only(declaration: Declaration, keep: Callable[[Annotation], bool]) -> Declaration:
    kept = tuple(one for one in declaration.annotations if keep(one))
    return declaration if kept == declaration.annotations else msgspec.structs.replace(declaration, annotations=kept)


def _is_benchmark(declaration: Declaration) -> bool:
    return any(one.name == "Benchmark" for one in declaration.annotations)


def _unknown(annotation: Annotation) -> Diagnostic:
    near = suggestion(annotation.name, TABLE)
    return Diagnostic(
        code="unknown-annotation", message=f"there is no annotation {annotation.name}",
        mend=f"did you mean {near}?" if near else f"there are {', '.join(TABLE)}", location=annotation.location,
    )


def _loose(annotation: Annotation, error: int | None, places: Places, language: Language) -> Diagnostic:
    if error is not None:
        return Diagnostic(
            code="unreadable-declaration", message=f"this cannot be read as {language.title}, so that {annotation.name} in "
            f"line {annotation.location.line} belongs to nothing", mend="look here and in the line before for "
            "what is missing, left over, or made by a macro", location=places.at(error),
        )
    return Diagnostic(
        code="loose-annotation",
        message=f"{annotation.name} belongs to nothing: no declaration follows it directly",
        mend="put it right before the function, class or field that it describes; inside of functions it means nothing",
        location=annotation.location,
    )


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return (diagnostic.location.line, diagnostic.location.column) if diagnostic.location else (0, 0)
