"""The annotated declarations of one unit, held against the table; what binding asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamh.languages import Language
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Location, Parsed, Settings, State
from clamh.sources.annotations.check import Checked, check
from clamh.sources.annotations.classes import Classes, Path
from clamh.sources.annotations.settings import settings


class Sources:
    """A source and its companions while they are bound; the problems and the states gather in it."""

    def __init__(self, parsed: Sequence[Parsed], language: Language):
        self.first = parsed[0]
        self.language = language
        self.problems: list[Diagnostic] = []
        declarations = [one for file in parsed for one in file.declarations]
        self.classes = Classes(declarations, language.separator)
        self.members: dict[Path, list[Declaration]] = {}  # fields, methods and classes by the class that has them
        for one in declarations:
            if one.owner is not None:
                self.members.setdefault(self.classes.of_scope(one.owner), []).append(one)
        self.checked: dict[int, list[Checked]] = {}  # by the declaration's identity: equal ones may be two
        for one in declarations:
            if one.annotations:
                self.checked[id(one)], problems = check(one, language)
                self.problems += problems
        self.annotated = [one for one in declarations if id(one) in self.checked]
        self.settings: dict[int, Settings] = {}
        for one in self.annotated:
            self.settings[id(one)], problems = settings(self.checked[id(one)], language)
            self.problems += problems
        self.states: dict[Path, State] = {}

    def one(self, declaration: Declaration, name: str) -> Checked | None:
        """The checked annotation of that name; the host's own before what a comment adds."""
        found = [one for one in self.checked.get(id(declaration), ()) if one.annotation.name == name]
        return min(found, key=lambda one: one.annotation.spelling, default=None)

    def said(self, declaration: Declaration, name: str) -> dict[str, Any]:
        """The arguments of all its annotations of that name together: the host's own, and what a comment adds."""
        return {key: value for one in self.checked.get(id(declaration), ()) if one.annotation.name == name
                for key, value in one.values.items()}

    def has(self, declaration: Declaration, name: str) -> bool:
        """Whether it has a usable annotation of that name."""
        return self.one(declaration, name) is not None

    def owner(self, declaration: Declaration) -> Path | None:
        """The class that it is a member of."""
        return None if declaration.owner is None else self.classes.of_scope(declaration.owner)

    def abstract(self, path: Path) -> bool:
        """Whether no object can be made of a class: it says so, or a method of it or of a base has no body yet."""
        declaration = self.classes.declaration(path)
        if declaration is not None and "abstract" in declaration.modifiers:
            return True
        methods: dict[str, bool] = {}
        for one in (path, *self.classes.bases(path)):
            for member in self.members.get(one, ()):
                if member.kind == "method":
                    methods.setdefault(member.name, "abstract" in member.modifiers)
        return any(methods.values())

    def heirs(self, path: Path) -> list[Path]:
        """It and the classes that inherit from it, those that objects can be made of."""
        return [one for one in (path, *self.classes.heirs(path)) if not self.abstract(one)]

    def may_be_state(self, path: Path) -> bool:
        """Whether it is a state, has one that inherits from it, or inherits from what these files do not define."""
        heirs = [path, *self.classes.heirs(path)]
        if any(one in self.states for one in heirs):
            return True
        return not self.language.claims_plain and not self.classes.knows_bases(path)

    def member_name(self, declaration: Declaration, owner: Path | None) -> str:
        """The full name of a function, or of a method as the member of a class that has or inherits it."""
        if owner is None:
            return self.classes.full_name(declaration)
        return self.language.separator.join((*owner, declaration.name))

    def report(self, code: str, message: str, location: Location, mend: str, conditional: bool = False) -> None:
        """Note an error; a warning where the compiler may leave the declaration out, so that it decides."""
        severity = "warning" if conditional else "error"
        self.problems.append(Diagnostic(code=code, message=message, mend=mend, location=location, severity=severity))


def where(one: Checked) -> Location:
    """Where its first argument stands, or it."""
    arguments = one.annotation.arguments
    return arguments[0].location or one.annotation.location if arguments else one.annotation.location
