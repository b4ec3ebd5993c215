"""Command-line words that JMH's users write and argparse cannot read, joined with their option by `=`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

VERBOSITIES = ("SILENT", "NORMAL", "EXTRA")
# Each format and its default file name, which is JMH's name except for the formats that JMH lacks.
RESULT_FORMATS = {name: f"jmh-result.{name}" for name in ("text", "csv", "scsv", "json", "latex")}
RESULT_FORMATS |= {"md": "clamh-result.md", "junit": "clamh-result.xml", "bencher": "clamh-result.bencher.json",
                   "github-benchmark": "clamh-result.github.json"}
ENDINGS = {"xml": "junit"}  # of files, where they differ from the format's name
ONE_DASH = {f"-{name}": f"--{name}" for name in ("bind", "cpus", "layout", "seed")}  # older spellings, still accepted
JMH_ALONE = ("-si",)  # options of JMH that no verb has
ALONE = "ALONE"  # the value of a -v that no level follows


def join_values(argv: Sequence[str], verbatim: Collection[str]) -> list[str]:
    """The words, with `-v LEVEL`, `-p NAME = VALUE` and every option of `verbatim` joined with its value.

    A value of `verbatim` may begin with a dash (-jvmArgsAppend -Xmx1g). -v takes the next word only when it is a level,
    so that it never takes a path. Words after `--` stay as they are.
    """
    words: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*words, word, *rest]
        if word == "-v":
            level = rest and rest[0].upper() in VERBOSITIES
            words.append(f"-v={rest.pop(0) if level else ALONE}")
        elif word == "-p" and len(rest) > 1 and "=" not in rest[0] and rest[1].startswith("="):
            name, value = rest.pop(0), rest.pop(0)
            words += [word, name + value + (rest.pop(0) if value == "=" and rest else "")]
        elif word in verbatim and rest:
            words.append(f"{word}={rest.pop(0)}")
        else:
            option, *value = word.partition("=")
            words.append("".join([ONE_DASH.get(option, option), *value]))
    return words


def split_regexes(text: str) -> list[str]:
    """Regular expressions, separated by commas as in JMH; a comma in a repetition such as {1,2} does not separate."""
    return [regex for regex in re.split(r",(?![^{}]*\})", text) if regex]


def split_quoted(text: str) -> list[str]:
    """The words of a value, split as in JMH: at spaces outside double quotes; the quotes are removed."""
    words = [""]
    quoted = False
    for character in text:
        if character == '"':
            quoted = not quoted
        elif character == " " and not quoted:
            words.append("")
        else:
            words[-1] += character
    return [word for word in words if word]
