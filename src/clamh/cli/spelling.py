"""Words of a command line that JMH's users write and argparse cannot read, joined with their option by `=`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

VERBOSITIES = ("SILENT", "NORMAL", "EXTRA")
# Each format and the name its file has when none is given: JMH's, but for the one that JMH has not.
RESULT_FORMATS = {one: f"jmh-result.{one}" for one in ("text", "csv", "scsv", "json", "latex")}
RESULT_FORMATS["md"] = "clamh-result.md"
ONE_DASH = {f"-{one}": f"--{one}" for one in ("bind", "cpus", "layout", "seed")}  # as they were spelled once, which goes on working
JMH_ALONE = ("-prof", "-si")  # options of JMH's that no verb has
ALONE = "ALONE"  # what a -v that no level follows becomes


def joined(argv: Sequence[str], verbatim: Collection[str]) -> list[str]:
    """The words, with `-v LEVEL`, `-p NAME = VALUE` and every option of `verbatim` joined with its value.

    A value of `verbatim` may begin with a dash (-jvmArgsAppend -Xmx1g). A -v takes the next word only when that is a
    level, so that it never swallows a path. Words after `--` are left as they are.
    """
    words: list[str] = []
    left = list(argv)
    while left:
        word = left.pop(0)
        if word == "--":
            return [*words, word, *left]
        if word == "-v":
            level = left and left[0].upper() in VERBOSITIES
            words.append(f"-v={left.pop(0) if level else ALONE}")
        elif word == "-p" and len(left) > 1 and "=" not in left[0] and left[1].startswith("="):
            name, value = left.pop(0), left.pop(0)
            words += [word, name + value + (left.pop(0) if value == "=" and left else "")]
        elif word in verbatim and left:
            words.append(f"{word}={left.pop(0)}")
        else:
            option, *value = word.partition("=")
            words.append("".join([ONE_DASH.get(option, option), *value]))
    return words


def split_regexes(text: str) -> list[str]:
    """Regular expressions that commas part, as in JMH; the comma of a repetition such as {1,2} parts nothing."""
    return [one for one in re.split(r",(?![^{}]*\})", text) if one]


def split_quoted(text: str) -> list[str]:
    """The words of one value, as JMH splits it: at spaces, but not between double quotes, which are taken out."""
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
