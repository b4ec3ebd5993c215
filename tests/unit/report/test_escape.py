"""Does text from elsewhere stay text?"""

from __future__ import annotations

import csv
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_runs import case, fork, run

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import Run
from clamh.report import COMPARISON_FORMATS, FORMATS, render, render_comparison
from clamh.report.escape import convert_to_ascii, escape_unprintable, join_sentences


@pytest.mark.parametrize(("text", "expected"), [
    ("plain Größe 階乗 <b>", "plain Größe 階乗 <b>"),
    ("\x1b[31m", "\\x1b[31m"),
    ("a\tb\nc\rd\x7f\x9b", "a\\x09b\\x0ac\\x0dd\\x7f\\x9b"),
    ("\u202egnp\u2066", "\\u202egnp\\u2066"),
    ("\udcff", "\\xff"),
    ("\ud800", "\\ud800"),
    ("\U000e0001", "\\U000e0001"),
])
def test_unprintable_characters_are_written_as_escapes(text: str, expected: str) -> None:
    assert escape_unprintable(text) == expected


@given(st.text(st.characters(exclude_categories=[])))
def test_nothing_printable_can_move_a_cursor_and_ascii_is_ascii(text: str) -> None:
    escape_unprintable(text).encode()
    assert convert_to_ascii(escape_unprintable(text)).isascii()
    assert not set(escape_unprintable(text)) & set(map(chr, [*range(32), *range(127, 160)]))


@pytest.mark.parametrize(("parts", "expected"), [
    (("no clock", "raise -r"), "No clock. Raise -r."),
    (("Done.", ""), "Done."),
    (("why?", "so!"), "Why? So!"),
    ((), ""),
])
def test_sentences(parts: tuple[str, ...], expected: str) -> None:
    assert join_sentences(*parts) == expected


HOSTILE = {
    "html": "<script>alert('x')</script>", "quotes": 'say "hi" `now`', "pipe": "a|b||c", "line": "one\ntwo\r\nthree",
    "shell": "$(touch /tmp/x); rm -rf ~", "colour": "\x1b[31mred\x1b[0m\x07", "percent": "100%s%n%", "backslash": r"\input{x}\\",
    "latex": "_^~&#{}$%", "separators": 'a,b;c,"d"', "bidi": "\u202egnp.\u2066", "markdown": "[x](http://y) **b** ![i](j) #1",
    "rich": "[bold]x[/]", "bytes": "\udcff\ud800", "spaces": " a\tb\u2028c ", "braces": "{0} {name}", "formula": "=1+1",
}


def named(name: str) -> Run:
    """Two platforms, everything named so that a user can name it: benchmark, param, its value, source, an old message."""
    fields = {"key": name, "benchmark": name, "params": {f"a{name}": name}, "source": f"s/{name}.cpp"}
    dead = {"status": "failed", "reason": "benchmark", "message": name, "output_tail": (name,)}
    return run([
        case([fork(n, [10.0]) for n in range(3)], "a", **fields),
        case([*(fork(n, [20.0]) for n in range(3)), fork(3, [], end=dead)], "b", platform="java/openjdk-17", **fields),
    ])


def rendered(name: str, format: str) -> str:
    result = named(name)
    return render(summarise(result, 0.95), result, format)


def compared(name: str, format: str) -> str:
    judged = (result := named(name), summarise(result, 0.95))
    return render_comparison(compare_runs(judged, judged), judged, judged, format)


CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
ALL = [(rendered, format) for format in FORMATS] + [(compared, format) for format in COMPARISON_FORMATS]


@pytest.mark.parametrize(("report", "format"), ALL)
@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_no_name_moves_a_cursor_or_makes_a_line_in_any_format(report, format: str, name: str) -> None:
    text = report(name, format)
    text.encode()
    assert not CONTROL.search(text.replace("\r\n", "\n") if format in ("csv", "scsv") else text)
    if format not in ("terminal", "log", "md", "json"):  # in these, long names wrap or failures are told line by line
        assert text.count("\n") == report("plain", format).count("\n")


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("report", [rendered, compared])
def test_markdown_shows_names_as_they_are(report, name: str) -> None:
    text, _, fenced = report(name, "md").partition("\n```")  # what forks printed is between fences, which show it as it is
    closing = f"\n{re.match('`*', fenced)[0]}```\n"
    assert not fenced or fenced.endswith(closing) and fenced.count(closing) == 1
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    # A row has its cells and no more: every other | is escaped; the same for what would be a tag, a formula or emphasis.
    assert len({len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows}) == 1
    plain = re.sub(r"\[\^\d+\]", "", re.sub(r"\\[!-/:-@\[-`{-~]", "", text))
    assert not set("<>`*_$~#[]") & set(plain)


@pytest.mark.parametrize(("format", "delimiter"), [("csv", ","), ("scsv", ";")])
@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_separated_values_are_read_back_whole(format: str, delimiter: str, name: str) -> None:
    head, *rows = csv.reader(rendered(name, format).splitlines(), delimiter=delimiter)
    assert head[7:] == [f"Param: a{escape_unprintable(name)}", "Param: platform"]
    assert [row[0] for row in rows] == [row[7] for row in rows] == [escape_unprintable(name)] * 2


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_latex_has_no_command_or_comment_of_a_name(name: str) -> None:
    text = rendered(name, "latex")
    ours = r"\\(textbackslash\{\}|textasciitilde\{\}|textasciicircum\{\}|[_#{}&%$])"
    for cell in re.findall(r"\\texttt\{((?:\\.|[^{}\\]|\{\})*)\}", text.partition("\\hline")[2]):
        assert not set(re.sub(ours, "", cell)) & set("\\{}$&#^_~%")
    assert text.count("\\texttt{") == rendered("plain", "latex").count("\\texttt{")


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_json_gives_names_back_exactly(name: str) -> None:
    for entry in json.loads(rendered(name, "json")):
        assert (entry["benchmark"], entry["params"][f"a{name}"]) == (name, name)
    assert json.loads(compared(name, "json"))["rows"][0]["params"] == {f"a{name}": name}
