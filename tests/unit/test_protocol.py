"""Do the documents of protocol 1 and the code agree?"""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import jsonschema
import pytest
from made_plans import tiny_plan

from clamh.running.worker.messages import decode_command, encode
from clamh.running.worker.version_1 import Event, decode

PROTOCOL = Path(__file__).parents[2] / "protocol"
PAGE = (PROTOCOL / "version-1.md").read_text(encoding="utf-8")


def transcript() -> list[tuple[str, str]]:
    """The annotated transcript as (arrow, line), what was wrapped for reading joined again."""
    text = PAGE.split("## A transcript")[1].split("```")[1]
    return [(m[1], re.sub(r"\n\s+", "", m[2])) for m in re.finditer(r"^([→←]) (.*(?:\n  .*)*)", text, re.MULTILINE)]


def events() -> list[str]:
    return [line for arrow, line in transcript() if arrow == "←" and "…" not in line]


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((PROTOCOL / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schemas_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("schemas", PROTOCOL.parent / "scripts" / "schemas.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, text in module.schemas().items():
        assert (PROTOCOL / name).read_text(encoding="utf-8") == text, "run python scripts/schemas.py"


@pytest.mark.parametrize("line", events(), ids=lambda line: json.loads(line)["event"])
def test_every_event_of_the_transcript_is_valid(line: str) -> None:
    validator("v1/events.schema.json").validate(json.loads(line))
    assert decode(line.encode()).__struct_config__.tag == json.loads(line)["event"]


def test_the_transcript_has_a_whole_trial() -> None:
    seen = [json.loads(line)["event"] for line in events()]
    assert seen == ["hello", "state", "benchmark", "described", "opened", "iteration", "closed", "bye"]


def test_the_commands_of_the_transcript_are_what_we_would_send() -> None:
    commands = [line.encode() for arrow, line in transcript() if arrow == "→"]
    assert [line.split(b"\t")[0] for line in commands] == [b"describe", b"open", *[b"iterate"] * 2, b"close", b"exit"]
    for line in commands:
        assert encode(*decode_command(line)) == line + b"\n"


def test_the_schema_refuses_what_the_driver_refuses() -> None:
    wrong = {"event": "closed"}
    with pytest.raises(jsonschema.ValidationError):
        validator("v1/events.schema.json").validate(wrong)


def test_every_event_of_the_table_has_a_type() -> None:
    table = PAGE.split("## Events")[1].split("## Failures")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(kind.__struct_config__.tag for kind in Event.__args__)


def test_every_line_of_a_results_file_is_valid(measure) -> None:
    lines = Path(measure(tiny_plan("work", "other"), "dies_mid_iteration").path).read_text().splitlines()
    check = validator("results.schema.json")
    for line in lines:
        check.validate(json.loads(line))
    kinds = {json.loads(line)["event"] for line in lines}
    assert kinds == {"header", "platform", "case", "fork_start", "iteration", "fork_end", "warning", "end"}
