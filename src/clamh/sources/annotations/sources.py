"""The annotated declarations of a unit, checked against the table, and what binding looks up in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamh.languages import Language
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Location, Parsed, Settings, State
from clamh.sources.annotations.arguments import Checked, check_annotations
from clamh.sources.annotations.classes import Classes, Path
from clamh.sources.annotations.methods import adopt_functions
from clamh.sources.annotations.settings import read_settings


class Sources:
    """A source and its companions while they are being bound. It collects the problems and the states."""

    def __init__(self, parsed: Sequence[Parsed], language: Language):
        self.first = parsed[0]
        self.language = language
        self.problems: list[Diagnostic] = []
        declarations = [declaration for file in parsed for declaration in file.declarations]
        self.classes = Classes(declarations, language.separator)
        if language.methods_by_parameter:
            declarations = adopt_functions(declarations, self.classes)
        self.members: dict[Path, list[Declaration]] = {}  # fields, methods and classes, by their class
        for declaration in declarations:
            if declaration.owner is not None:
                self.members.setdefault(self.classes.of_scope(declaration.owner), []).append(declaration)
        self.check_class: dict[int, list[Checked]] = {}  # by id(): two declarations may be equal
        for declaration in declarations:
            if declaration.annotations:
                self.check_class[id(declaration)], problems = check_annotations(declaration, language)
                self.problems += problems
        self.annotated = [declaration for declaration in declarations if id(declaration) in self.check_class]
        self.settings: dict[int, Settings] = {}
        for declaration in self.annotated:
            self.settings[id(declaration)], problems = read_settings(self.check_class[id(declaration)], language)
            self.problems += problems
        self.states: dict[Path, State] = {}

    def annotation(self, declaration: Declaration, name: str) -> Checked | None:
        """The declaration's checked annotation of that name; `@Name` takes precedence over one in a comment."""
        candidates = [
            checked for checked in self.check_class.get(id(declaration), ()) if checked.annotation.name == name
        ]
        return min(candidates, key=lambda checked: checked.annotation.spelling, default=None)

    def arguments(self, declaration: Declaration, name: str) -> dict[str, Any]:
        """The merged arguments of all its annotations of that name: `@Name` and those in comments."""
        return {key: value for checked in self.check_class.get(id(declaration), ()) if checked.annotation.name == name
                for key, value in checked.values.items()}

    def has(self, declaration: Declaration, name: str) -> bool:
        """Whether the declaration has a usable annotation of that name."""
        return self.annotation(declaration, name) is not None

    def owner(self, declaration: Declaration) -> Path | None:
        """The class of which the declaration is a member."""
        return None if declaration.owner is None else self.classes.of_scope(declaration.owner)

    def is_abstract(self, path: Path) -> bool:
        """Whether a class has no objects: it is declared abstract, or one of its own or inherited methods has no body.
        """
        declaration = self.classes.declaration(path)
        if declaration is not None and "abstract" in declaration.modifiers:
            return True
        methods: dict[str, bool] = {}
        for class_path in (path, *self.classes.bases(path)):
            own: dict[str, bool] = {}
            for member in self.members.get(class_path, ()):
                if member.kind == "method":  # in C++ an abstract method may have a body outside of its class
                    own[member.name] = own.get(member.name, False) or "abstract" in member.modifiers
            methods = own | methods
        return any(methods.values())

    def concrete_subclasses(self, path: Path) -> list[Path]:
        """The class and its subclasses, without the abstract ones."""
        return [subclass for subclass in (path, *self.classes.subclasses(path)) if not self.is_abstract(subclass)]

    def may_be_state(self, path: Path) -> bool:
        """Whether the class or a subclass is a state, or may inherit State from a class outside of these files."""
        if any(subclass in self.states for subclass in (path, *self.classes.subclasses(path))):
            return True
        return not self.language.claims_plain and not self.classes.knows_bases(path)

    def member_name(self, declaration: Declaration, owner: Path | None) -> str:
        """The full name of a function, or of a method as a member of `owner`, which defines or inherits it."""
        if owner is None:
            return self.classes.full_name(declaration)
        return self.language.separator.join((*owner, declaration.name))

    def report(self, code: str, message: str, location: Location, hint: str, conditional: bool = False) -> None:
        """Add an error, or only a warning if the declaration is `conditional`: the compiler may leave it out."""
        severity = "warning" if conditional else "error"
        self.problems.append(Diagnostic(code=code, message=message, hint=hint, location=location, severity=severity))


def locate_argument(checked: Checked) -> Location:
    """The place of the annotation's first argument, or of the annotation if it has none."""
    arguments = checked.annotation.arguments
    return arguments[0].location or checked.annotation.location if arguments else checked.annotation.location
