"""Laws of the worker protocol's lines, for every input."""

from __future__ import annotations

import json
import string

from hypothesis import given
from hypothesis import strategies as st
from made_commands import decode_command

from clamh.model.errors import WorkerError
from clamh.model.results import ENCODER
from clamh.running.worker.messages import UNRESERVED, Event, Failed, decode, encode

# What Python makes of any bytes of a command line or file: text, and surrogate escapes for what is not UTF-8.
TEXTS = st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))
NAMES = sorted({kind.__struct_config__.tag for kind in Event.__args__})
WORDS = st.sampled_from(["", "c1", "é", "\udcff", "\ud800", "seed", "offsets", "operations", "elapsed_ns"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=10,
)
FIELDS = ("case", "phase", "threads", "protocol", "name", "message", "reason", "layout", "launch", "speed_ns")


@given(st.lists(TEXTS, min_size=1))
def test_a_command_line_comes_back_as_it_was(fields: list[str]) -> None:
    line = encode(*fields)
    assert decode_command(line[:-1]) == fields
    assert line[-1:] == b"\n"
    assert set(line[:-1]) <= set(f"\t%{string.ascii_letters}{string.digits}{UNRESERVED}".encode())
    assert line.count(b"\t") == len(fields) - 1


@given(st.binary())
def test_bytes_are_an_event_or_a_worker_error(line: bytes) -> None:
    decoded_or_refused(line)


@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_json_becomes_an_event_or_a_worker_error(event: str, fields: dict) -> None:
    decoded_or_refused(json.dumps({"event": event, **fields}).encode())


def decoded_or_refused(line: bytes) -> None:
    try:
        event = decode(line)
    except WorkerError as error:
        assert error.reason == "protocol"
    else:
        ENCODER.encode(event)


@given(st.binary())
def test_bytes_that_are_not_utf8_come_as_readable_text(message: bytes) -> None:
    text = message.decode("utf-8", "surrogateescape")
    event = decode(json.dumps({"event": "failed", "reason": "benchmark", "message": text}).encode())
    assert event == Failed(reason="benchmark", message=message.decode("utf-8", "backslashreplace"))


@given(st.text(st.sampled_from("a\\u\ud800\udbff\udc00\udc7f\udd00\udfff\U0001f600")))
def test_halves_of_surrogate_pairs_come_as_readable_text(message: str) -> None:
    event = decode(json.dumps({"event": "failed", "reason": "benchmark", "message": message}).encode())
    paired = json.loads(json.dumps(message))  # halves that happen to meet are one character
    assert event == Failed(reason="benchmark", message=paired.encode("utf-8", "backslashreplace").decode())
    ENCODER.encode(event)


