"""SourceFile ─parse→ Parsed: find and blank the annotations, parse the rest, attach each annotation to its declaration.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from tree_sitter import Tree

from clamh.languages import Language, languages
from clamh.languages.frontends import Places, parser
from clamh.model.diagnostics import OTHER_LANGUAGE, Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.sources import Annotation, Declaration, Location, Parsed, SourceFile
from clamh.sources.annotations.attach import attach
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.parse_errors import error_after, find_parse_errors
from clamh.sources.annotations.scan import scan
from clamh.sources.annotations.syntax import Fault, find_faults, find_unbalanced_bracket
from clamh.sources.annotations.table import TABLE, suggestion

MACRO = re.compile(rb"\s*([A-Za-z_]\w*)[ \t]*\(")  # in a language with macros


def parse(source: SourceFile) -> tuple[Parsed, list[Diagnostic]]:
    """Read and parse one file. An unreadable file gives a diagnostic and a Parsed without declarations."""
    try:
        text = Path(source.path).read_bytes()
    except OSError as error:
        return Parsed(source=source, text=b"", annotations=(), declarations=(), unread=True), [Diagnostic(
            code="unreadable", message=f"cannot read '{shorten_path(source.path)}': {error.strerror}",
            hint="check the path and its permissions", location=Location(path=source.path, line=1),
        )]
    language = languages()[source.language]
    parsed, problems = parse_text(source, text, language)
    return parsed, [*_check_path_encoding(source.path, language), *problems]


def _check_path_encoding(path: str, language: Language) -> list[Diagnostic]:
    """Report a path that the language's own tools cannot open."""
    full_path = os.path.abspath(path)
    if not language.utf8_paths or full_path == os.fsencode(full_path).decode("utf-8", "replace"):
        return []
    return [
        Diagnostic(code="path-encoding",
                   message=f"the path {full_path} is not UTF-8, but the tools of {language.title} need UTF-8",
                   hint="rename the file or the folder, or work in another folder", location=Location(
                       path=path, line=1))
    ]


def parse_text(source: SourceFile, text: bytes, language: Language) -> tuple[Parsed, list[Diagnostic]]:
    """Parse `text` as the file `source`. Never raises, whatever the bytes are.

    Code outside of annotated declarations that does not parse is not reported here; the compiler checks it.
    """
    annotations, diagnostics = scan(text, language.lexer, source.path)
    blanked = blank(text, [(annotation.start, annotation.end) for annotation in annotations])
    tree = parser(language.id).parse(blanked)
    declarations, tree = language.frontend.declarations(source, text, blanked, tree, tuple(annotations))
    if source.conditional:
        declarations = [msgspec.structs.replace(declaration, conditional=True) for declaration in declarations]

    code = code_only(blanked, language.lexer)
    attached, loose = attach(annotations, declarations, code, language.lexer.line_ends_statements)
    unknown = [annotation for annotation in annotations
               if annotation.name not in TABLE and annotation.name not in language.extra_annotations]
    diagnostics += [_unknown_annotation(annotation) for annotation in unknown]
    kept = annotations
    if language.lexer.host_at:
        attached = [_remove_host_annotations(declaration, language) for declaration in attached]
        attached, warnings = _remove_own_names(attached, language.frontend.own_names(tree), language)
        diagnostics += warnings
        if language.claims_plain and not any(map(_is_benchmark,
                                                 attached)):  # then every `@` belongs to the host language
            attached = [_filter_annotations(declaration, lambda annotation: annotation.spelling == "comment")
                        for declaration in attached]
            diagnostics = [
                diagnostic for diagnostic in diagnostics
                if diagnostic.code not in ("near-miss", "own-decorator") or "@Benchmark" in diagnostic.hint
            ]
        attached_starts = {annotation.start for declaration in attached for annotation in declaration.annotations}
        kept = [annotation for annotation in annotations
                if annotation.start in attached_starts or annotation.spelling == "comment"]
    places = Places(text, source.path)
    known = {annotation.start for annotation in kept} - {annotation.start for annotation in unknown}
    if kept_loose := [annotation for annotation in loose if annotation.start in known]:
        errors = find_parse_errors(tree, code)
        diagnostics += [_loose_annotation(annotation, error_after(errors, annotation.end), places, language,
                                          MACRO.match(blanked, annotation.end) if language.macros else None)
                        for annotation in kept_loose]
    errors = language.frontend.find_rule_errors(attached)
    if other := [error for error in errors if error.code == OTHER_LANGUAGE]:  # it causes all others
        return Parsed(source=source, text=b"", annotations=(), declarations=(), unread=True), other[:1]
    diagnostics += errors
    return Parsed(
        source=source, text=text, annotations=tuple(kept), declarations=tuple(attached)
    ), sorted(diagnostics, key=lambda diagnostic: diagnostic.place)


def syntax(parsed: Parsed, problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The first syntax fault of a file, if any. It lets `clamh check` report faults before a build.

    A fault that touches annotated code is an error. Elsewhere it is a warning, since the language may be newer than the
    grammar. In a language with macros it is always a warning, and only within annotated code: half of all real C++
    sources have such faults. `problems` are those that `parse` found.
    """
    source = parsed.source
    language = languages()[source.language]
    if any(problem.code in ("syntax", "unreadable") for problem in problems):  # the text still contains annotations
        return []
    text = parsed.text
    blanked, code, tree = _read_syntax(source, text, language)
    places = Places(text, source.path)
    if (bracket := find_unbalanced_bracket(code)) is not None:
        return [_syntax_problem(bracket, places, "error", "`clamh build` shows what the compiler says")]
    if any(problem.code == "unreadable-declaration" for problem in problems):  # `parse` has reported the place
        return []
    annotated = [(part.start, part.end) for part in (*parsed.annotations, *parsed.declarations)
                 if isinstance(part, Annotation) or part.annotations]
    for fault in find_faults(blanked, tree.root_node):
        if language.macros:
            if any(start <= fault.start and fault.end <= end for start, end in annotated):
                return [
                    _syntax_problem(fault, places, "warning", "a macro may cause this; `clamh build` asks the compiler")
                ]
        elif any(start <= fault.end and fault.start <= end for start, end in annotated):
            return [_syntax_problem(fault, places, "error", "`clamh build` shows what the compiler says")]
        else:
            return [_syntax_problem(fault, places, "warning", "`clamh build` asks the compiler, which decides")]
    return []


def unclosed(source: SourceFile) -> list[Diagnostic]:
    """The first unbalanced bracket of a file, if any. It explains other errors; alone it is no reason to reject the
    file.
    """
    text = Path(source.path).read_bytes()
    bracket = find_unbalanced_bracket(_read_syntax(source, text, languages()[source.language])[1])
    hint = "close it, or delete the extra bracket; it may cause the other problems of this file"
    return [_syntax_problem(bracket, Places(text, source.path), "error", hint)] if bracket else []


def _read_syntax(source: SourceFile, text: bytes, language: Language) -> tuple[bytes, bytes, Tree]:
    """The file with blanked annotations, its code alone, and the tree that understands most of it."""
    annotations, _ = scan(text, language.lexer, source.path)
    blanked = blank(text, [(annotation.start, annotation.end) for annotation in annotations])
    tree = parser(language.id).parse(blanked)
    return blanked, *language.frontend.syntax(source.path, blanked, code_only(blanked, language.lexer), tree)


def _syntax_problem(fault: Fault, places: Places, severity: Literal["error", "warning"], hint: str) -> Diagnostic:
    return Diagnostic(code="does-not-parse", message=f"cannot parse this: {fault.message}", hint=hint,
                      location=places.at(fault.start), severity=severity)


def _remove_host_annotations(declaration: Declaration, language: Language) -> Declaration:
    """Remove each `@Name` of the table that stands on a wrong target, or that the other harness does not know."""
    return _filter_annotations(declaration, lambda annotation: (
        annotation.spelling == "comment"
        or declaration.kind in TABLE[annotation.name].targets and (language.claims_plain or TABLE[annotation.name].jmh)
    ))


def _remove_own_names(
    attached: list[Declaration], own_names: Mapping[str, int], language: Language
) -> tuple[list[Declaration], list[Diagnostic]]:
    """Remove each `@Name` that the file itself defines or imports, with a warning; `own_names` has the line of each
    name.
    """
    def is_own(annotation: Annotation) -> bool:
        return annotation.spelling == "at" and annotation.name in own_names

    warnings = [
        Diagnostic(
            code="own-decorator",
            severity="warning",
            location=annotation.location,
            message=
            f"line {own_names[annotation.name]} of this file defines or imports @{annotation.name}; CLAMH ignores it",
            hint=f"write {language.lexer.line_comment}@@{annotation.name} for CLAMH's annotation",
        ) for declaration in attached for annotation in declaration.annotations if is_own(annotation)
    ]
    return [_filter_annotations(declaration, lambda annotation: not is_own(annotation))
            for declaration in attached], warnings


def _filter_annotations(declaration: Declaration, keep: Callable[[Annotation], bool]) -> Declaration:
    kept = tuple(annotation for annotation in declaration.annotations if keep(annotation))
    return declaration if kept == declaration.annotations else msgspec.structs.replace(declaration, annotations=kept)


def _is_benchmark(declaration: Declaration) -> bool:
    return any(annotation.name == "Benchmark" for annotation in declaration.annotations)


def _unknown_annotation(annotation: Annotation) -> Diagnostic:
    near = suggestion(annotation.name, TABLE)
    return Diagnostic(
        code="unknown-annotation", message=f"there is no annotation {annotation.name}",
        hint=f"did you mean {near}?" if near else f"annotations: {', '.join(TABLE)}", location=annotation.location,
    )


def _loose_annotation(annotation: Annotation, error: int | None, places: Places, language: Language,
                      call: re.Match[bytes] | None) -> Diagnostic:
    """`error` is a syntax error in what follows the annotation; `call` is a call that follows, perhaps of a macro."""
    if error is not None:
        return Diagnostic(
            code="unreadable-declaration",
            message=f"cannot parse this as {language.title}, so the annotation {annotation.name} in line "
            f"{annotation.location.line} has no target",
            hint="look here and in the line before for something missing, left over, or made by a macro",
            location=places.at(error),
        )
    macro = f"; if {call[1].decode()}(…) is a macro, CLAMH does not expand it: write out what it makes" if call else ""
    return Diagnostic(
        code="loose-annotation",
        message=f"{annotation.name} has no target: no declaration follows it directly",
        hint="put it directly before the function, class or field that it describes; it has no effect inside functions"
             f"{macro}",
        location=annotation.location,
    )
