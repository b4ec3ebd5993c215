"""clamh --completion SHELL: a script that completes verbs, options, files and choices in that shell."""

from __future__ import annotations

import argparse
import importlib
import re

from clamh.cli import arguments
from clamh.cli.reading import BOOLEANS, GC, WARMUP_MODES
from clamh.cli.spelling import RESULT_FORMATS, VERBOSITIES
from clamh.languages import languages
from clamh.model.diagnostics import input_error
from clamh.model.options import BY, MODES, UNITS_NS

SHELLS = ("bash", "zsh", "fish")


def make_script(verbs: dict[str, str], shell: str) -> str:
    """The script of a shell for these verbs, which have their purpose as value. Raises InputError for another shell."""
    if shell not in SHELLS:
        raise input_error("usage", f"--completion: cannot complete commands of '{shell}'",
                          f"choose one of {', '.join(SHELLS)}, such as: source <(clamh --completion bash)")
    import shtab

    script_text = shtab.complete(_make_root_parser(verbs), shell)
    # What shtab (1.13) gets wrong: it treats an option with one dash as a letter, where fish has old-style options (-o)
    # for longer ones. Its zsh script knows that it is evaluated, but not that it is sourced.
    if shell == "fish":
        return re.sub(r"^(complete .*?) -s (\w+) ", r"\1 -o \2 ", script_text, flags=re.MULTILINE)
    return script_text.replace("$zsh_eval_context[-1] == eval ]]", "$zsh_eval_context[-1] == (eval|file) ]]")


def _make_root_parser(verbs: dict[str, str]) -> argparse.ArgumentParser:
    """All verbs as one parser, the form that shtab reads; an option's metavar decides what completes its value."""
    import shtab

    choices = {
        "MODE,..": list(MODES.values()),
        "|".join(BOOLEANS): list(BOOLEANS),
        "|".join(GC): list(GC),
        "|".join(BY): list(BY),
        "|".join(WARMUP_MODES): list(WARMUP_MODES),
        "UNIT": list(UNITS_NS),
        "LEVEL": list(VERBOSITIES),
        "FORMAT": list(RESULT_FORMATS),
        "ID,ID": list(languages()),
        "PATTERN": ["all", *(f"{language}/*" for language in languages())],
    }
    root = arguments.Parser(prog="clamh", description="Cross-Language Microbenchmark Harness")
    root.add_argument("-v", action="store_true", help="print the version")
    root.add_argument("--completion", choices=SHELLS, help="print a script that completes this command")
    subparsers = root.add_subparsers()
    for verb, purpose in verbs.items():
        own = importlib.import_module(f"clamh.cli.{verb}").parser()
        subparser = subparsers.add_parser(verb, help=purpose, parents=[own], add_help=False)
        for action in subparser._actions:
            action.choices = choices.get(str(action.metavar))
            if action.metavar in ("PATH", "FILE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return root
