"""Diagnostics: problems in the user's input as data, collected and shown together."""

from __future__ import annotations

from typing import Literal

import msgspec

from clamh.model.errors import InputError
from clamh.model.sources import Location

OTHER_LANGUAGE = "other-language"  # the code of the error that a file is written in another language


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong, where, and what to do (`hint`, a hint); `code` is stable, for tests and editors."""

    code: str
    message: str
    hint: str = ""
    location: Location | None = None
    severity: Literal["error", "warning"] = "error"

    @property
    def place(self) -> tuple[str, int, int]:
        """Path, line and column, by which diagnostics are sorted; those without a location come first."""
        location = self.location
        return (location.path, location.line, location.column) if location else ("", 0, 0)


def input_error(code: str, message: str, hint: str = "", location: Location | None = None) -> InputError:
    """The exception for a single problem."""
    return InputError([Diagnostic(code=code, message=message, hint=hint, location=location)])


def select_errors(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """The diagnostics that stop a run."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
