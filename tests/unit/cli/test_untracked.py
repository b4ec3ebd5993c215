"""Is an untracked file named only where a failure names it?"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from clamh.cli import untracked
from clamh.cli.untracked import _is_named


@pytest.mark.parametrize(("path", "failure", "named"), [
    ("a/step.py", "No module named 'step'", True),
    ("step.rs", "file not found for module `step`", True),
    ("step.hpp", "fatal error: step.hpp: No such file", True),
    ("py/step.py", "the build of HEAD:c/step.c reads step.h", False),  # the note had every file of that name in a suite of several languages
    ("step.py", "No module named 'stepped'", False),
    ("step.py", "one-step", False),
    ("o", "g++ -c wrapper.cpp -o run_work.o", False),
    ("part/step.py", "No module named 'part.step'", True),
    ("web/step.ts", "Cannot find module 'HEAD:web/step.js'", True),  # TypeScript names what it is compiled to
    ("step.mts", "Cannot find module 'HEAD:step.js'", False),
    ("table.dat", "cannot open table", False),
    ("node_modules/step.js", "Cannot find module './step'", False),
])
def test_a_file_is_named_by_its_name_or_as_imports_write_it(path: str, failure: str, named: bool) -> None:
    assert _is_named(path, failure) is named


def test_artifacts_that_only_the_failed_command_names_are_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untracked, "untracked_files", lambda repository: ["run_work", "step.h"])
    side = SimpleNamespace(repository="/repository", tree="/trees/1", revision="HEAD~1")
    command = "    command: gcc -I /trees/1 -MF run_work.d -c wrapper.c -o run_work.o"
    assert not list(untracked.explain_failure(f"work.c:1: unknown type\n{command}", [side], may_lack_files=False))
    (note,) = untracked.explain_failure(f"work.c:1: step.h: No such file\n{command}", [side], may_lack_files=False)
    assert note.startswith("note: git does not have step.h, so HEAD~1, which may need it, lacks it\n")
