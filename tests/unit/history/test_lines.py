"""Are the lines of an export the history, and are damaged ones refused with their line?"""

from __future__ import annotations

import pytest
from made_history import result, stored

from clamh.history.lines import read_lines, write_lines
from clamh.model.errors import InputError

RUNS = [stored(0, [result(1.5, params={"a": "\n\u2028"})]), stored(1, [])]
LINES = list(write_lines(RUNS))


def refusal(lines: list[bytes]) -> str:
    with pytest.raises(InputError) as raised:
        list(read_lines(lines, "history.jsonl"))
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint and diagnostic.location.path == "history.jsonl"
    return f"{diagnostic.location.line}: {diagnostic.message}"


def test_what_was_written_is_read_back() -> None:
    assert len(LINES) == 3 and list(read_lines(LINES, "f")) == RUNS


@pytest.mark.parametrize(("lines", "message"), [
    ([], "1: the file is empty"), ([b'{"event":"header"}\n'], "1: this is no export of a history"), ([b"\xff"], "1: this is no export"),
    ([b'{"clamh_history":2}\n'], "1: the export has version 2, but this clamh reads version 1"), ([*LINES[:2], LINES[2][:40]], "3: this line is not a run"),
    ([LINES[0], LINES[1].replace(b"1.5", b"-1.5")], "2: this line is not a run (Expected `float` > 0.0"),
])
def test_what_cannot_be_read_is_refused_with_its_line(lines: list[bytes], message: str) -> None:
    assert message in refusal(lines)
