"""clamh new NAME: a small suite to edit, one source per language with the same benchmarks."""

from __future__ import annotations

import os
import re
import shlex
from difflib import get_close_matches
from pathlib import Path

from clamh.cli import arguments, show
from clamh.languages import Language, languages
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError

# Files, classes and namespaces are named after it, in every language and file system: ASCII letters and digits.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
LONGEST = 100
README = """\
# {{ name }}

Is adding up an array faster with four independent sums, and in which language?

{% for file, title in files %}
- `{{ file }}`: {{ title }}
{% endfor %}

All have the same benchmarks, with the same params. CLAMH compares benchmarks with the same name; their values must
be equal. In this folder:

    clamh check               problems in the sources, one per line
    clamh list                the benchmarks, by name and language
    clamh run                 build, measure and compare
    clamh run -p size=1000    with another value of the param
    clamh report              the newest results again
"""


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("new", "Write a small suite to edit: the same benchmarks in several languages.",
                                      "NAME")
    verb.add_argument("name", metavar="NAME", nargs="?", help="the folder to create; also names files and classes")
    verb.add_argument("--languages", metavar="ID,ID", help=f"some of {','.join(_offered_languages())} (all)")
    return verb


def main(argv: list[str]) -> int:
    """Write the suite and list its files; an existing folder is refused."""
    verb = parser()
    args, _ = arguments.parse_command_line(verb, argv)
    if args.name is None:
        verb.error("name the folder to create")
    folder = Path(args.name)
    problems = _check_name(folder) + _check_languages(args.languages)
    if problems:
        raise InputError(problems)
    chosen = args.languages.split(",") if args.languages else list(_offered_languages())
    written = make_suite(folder.name, [_offered_languages()[language] for language in dict.fromkeys(chosen)])
    try:
        folder.mkdir()
    except FileExistsError:
        raise input_error("exists", f"'{folder}' already exists; nothing is overwritten", "give another name") from None
    except (FileNotFoundError, NotADirectoryError):
        raise input_error("no-such-file", f"there is no folder '{folder.parent}'",
                          "create it first, or give only a name") from None
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
        print(show.escape_lines(os.path.join(folder, name)))
    print(show.escape_lines(f"measure it: clamh run {shlex.quote(str(folder))}"))
    return 0


def make_suite(name: str, chosen: list[Language]) -> dict[str, str]:
    """The files of a new suite by name; `name` must match NAME."""
    import jinja2

    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    words = re.split("[-_]", name)
    # With the ending, a name is neither a Java class such as String nor a keyword such as class.
    cases = {"snake": "_".join(words).lower(), "pascal": "".join(word[0].upper() + word[1:] for word in words)}
    sources = {language.new_file.format(**cases): language for language in chosen}
    titles = [(file, language.title) for file, language in sources.items()]
    files = {"README.md": environment.from_string(README).render(name=name, files=titles)}
    files.update(
        {file: environment.from_string(language.new_source).render(cases) for file, language in sources.items()})
    return files


def _offered_languages() -> dict[str, Language]:
    """The languages that have a template."""
    return {language.id: language for language in languages().values() if language.new_file}


def _check_name(folder: Path) -> list[Diagnostic]:
    if NAME.fullmatch(folder.name) and len(folder.name) <= LONGEST:
        return []
    return [
        Diagnostic(
            code="name", message=f"'{folder.name}' cannot name files and classes in every language", hint=
            f"begin with a letter from a to z, then use letters, digits, - and _, at most {LONGEST} characters, such "
            "as my-suite"
        )
    ]


def _check_languages(listed: str | None) -> list[Diagnostic]:
    """A diagnostic for each word that is no language."""
    problems = []
    for language in listed.split(",") if listed is not None else ():
        if language not in _offered_languages():
            near = get_close_matches(language, _offered_languages(), 1)
            known = f"one or more of {','.join(_offered_languages())}"
            problems.append(Diagnostic(code="option", message=f"--languages: cannot write a suite in '{language}'",
                                       hint=f"did you mean {near[0]}?" if near else known))
    return problems
