"""Do the page, the schema and the command table of protocol 2 agree, and do they refuse what is broken?"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
from made_commands import decode_command

from clamh.running.worker.messages import LINE_BYTES, Event, decode, encode

PROTOCOL = Path(__file__).parents[2] / "protocol"
README = (PROTOCOL / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((PROTOCOL / "v2" / "events.schema.json").read_text(encoding="utf-8"))
COMMANDS = tomllib.loads((PROTOCOL / "v2" / "commands.toml").read_text(encoding="utf-8"))
EVENTS = jsonschema.Draft202012Validator(SCHEMA)
Table = list[tuple[str, str, str]]  # name, type or form, when it is sent


def read_section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def read_tables(title: str) -> dict[str, Table]:
    """The tables of a section by the name in their heading; one without fields is empty."""
    parts = re.split(r"^### ", read_section(title), flags=re.MULTILINE)[1:]
    rows = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|", re.MULTILINE)
    return {re.match(r"`(\w+)`\n", part)[1]: rows.findall(part) for part in parts}


def read_processes() -> list[list[tuple[str, str, str]]]:
    """The lines of each process in the transcript as (arrow, line, explanation); wrapped lines are joined."""
    blocks = re.findall(r"^```\n(.*?)^```$", read_section("A transcript"), re.MULTILINE | re.DOTALL)
    line = re.compile(r"(?:^# (.+)\n)?^([→←]) (.*(?:\n   .*)*)\n", re.MULTILINE)
    assert all(line.sub("", block) == "" for block in blocks)
    return [[(arrow, text.replace("\n   ", ""), reason) for reason, arrow, text in line.findall(block)] for block in blocks]


LINES = [line for process in read_processes() for line in process]
COMMAND_LINES = [text for arrow, text, _ in LINES if arrow == "→"]
EVENT_LINES = [json.loads(text) for arrow, text, _ in LINES if arrow == "←"]


def check_form(text: str, form: str) -> str:
    known = COMMANDS["forms"][form]
    if not re.fullmatch(known["pattern"], text) or "maximum" in known and int(text) > known["maximum"]:
        raise ValueError(f"{text!r} is not of the form {form}")
    return text


def parse_command(line: str) -> dict[str, list[str]]:
    """The texts of each field of a command, by the table. Raises ValueError."""
    name, *texts = decode_command(line.encode())
    if name not in COMMANDS["commands"]:
        raise ValueError(f"unknown command {name!r}")
    fields, keys = (COMMANDS["commands"][name].get(kind, []) for kind in ("fields", "keys"))
    if len(texts) < len(fields):
        raise ValueError(f"{name} has {len(texts)} fields")
    values = {field["name"]: [check_form(text, field["form"])] for field, text in zip(fields, texts)}
    forms = {key["name"]: key for key in keys}
    for text in texts[len(fields):] if keys else ():
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"{text!r} is not KEY=VALUE")
        if key in forms:
            values.setdefault(key, []).append(check_form(value, forms[key]["form"]))
    for key in keys:
        found = len(values.get(key["name"], []))
        if key["sent"] == "always" and not found or found > 1 and not key["sent"].startswith("once per"):
            raise ValueError(f"{found} × {key['name']}")
    return values


def describe_type(schema: dict) -> str:
    """A type of the schema in the words of the page."""
    if "$ref" in schema:
        return f"`{schema['$ref'].removeprefix('#/$defs/')}`"
    if "enum" in schema:
        return ("one of " if len(schema["enum"]) > 1 else "") + ", ".join(map(str, schema["enum"]))
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {describe_type(schema['items'])}"
    if kind == "object":
        return f"object of {describe_type(schema['additionalProperties'])}"
    if kind == "integer":
        assert schema["maximum"] in (2**63 - 1, 2**64 - 1)
    least = schema.get("minimum", -(2**63))
    return {"string": "text"}.get(kind, kind) + (f" ≥ {least}" if least > -(2**63) else "")


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_events_of_the_page_are_those_of_the_schema() -> None:
    tables = {}
    for name, schema in SCHEMA["$defs"].items():
        required = schema.get("required", [])
        tables[name] = [(field, describe_type(kind), field in required)
                        for field, kind in schema["properties"].items() if field != "event"]
    assert {name: [(field, kind, sent == "always") for field, kind, sent in rows]
            for name, rows in read_tables("Events").items()} == tables


def test_an_event_is_a_table_with_a_name() -> None:
    named = SCHEMA["properties"]["event"]["enum"]
    assert named == [entry["$ref"].removeprefix("#/$defs/") for entry in SCHEMA["oneOf"]]
    assert named == [name for name, schema in SCHEMA["$defs"].items() if "event" in schema["properties"]
                     and schema["properties"]["event"] == {"const": name} and "event" in schema["required"]]


def test_the_commands_of_the_page_are_those_of_the_table() -> None:
    commands = {name: [(field["name"], f"`{field['form']}`", field["sent"])
                       for field in (*command.get("fields", ()), *command.get("keys", ()))]
                for name, command in COMMANDS["commands"].items()}
    assert read_tables("Commands") == commands


def test_the_forms_of_the_page_are_those_of_the_table() -> None:
    forms = read_section("Commands").split("### `describe`")[0]
    assert re.findall(r"^\| `(\w+)` \|", forms, re.MULTILINE) == list(COMMANDS["forms"])
    used = {field["form"] for command in COMMANDS["commands"].values() for kind in ("fields", "keys") for field in command.get(kind, ())}
    assert used == set(COMMANDS["forms"])


def test_the_page_names_each_answer() -> None:
    for part in re.split(r"^### ", read_section("Commands"), flags=re.MULTILINE)[1:]:
        name = re.match(r"`(\w+)`", part)[1]
        sentence = re.search(r"^Answer: (.*?)\.(?:\s|$)", part, re.MULTILINE | re.DOTALL)[1]
        events = [word for word in re.findall(r"`(\w+)`", sentence) if word in SCHEMA["properties"]["event"]["enum"]]
        assert events == COMMANDS["commands"][name]["answer"], name


def test_every_event_but_failed_answers_a_command() -> None:
    answers = {event for command in COMMANDS["commands"].values() for event in command["answer"]}
    assert {*answers, "failed"} == set(SCHEMA["properties"]["event"]["enum"])


@pytest.mark.parametrize("event", EVENT_LINES, ids=lambda event: event["event"])
def test_an_event_of_the_transcript_is_valid(event: dict) -> None:
    EVENTS.validate(event)
    EVENTS.validate({**event, "field_of_a_later_version": [1]})
    assert decode(json.dumps(event).encode()).__struct_config__.tag == event["event"]


def test_the_driver_has_a_type_for_every_event_with_its_fields() -> None:
    for kind in Event.__args__:
        name, properties = kind.__struct_config__.tag, SCHEMA["$defs"][kind.__struct_config__.tag]["properties"]
        assert {*kind.__struct_fields__, "event"} == set(properties), name
    assert {kind.__struct_config__.tag for kind in Event.__args__} == set(SCHEMA["properties"]["event"]["enum"])


@pytest.mark.parametrize("line", COMMAND_LINES, ids=lambda line: line.split("\t")[0])
def test_a_command_of_the_transcript_parses(line: str) -> None:
    assert encode(*decode_command(line.encode())) == line.encode() + b"\n"
    assert len(line) < LINE_BYTES
    parse_command(line)
    parse_command(f"{line}\tlater=1")


def test_every_line_of_the_transcript_is_explained() -> None:
    assert [text for _, text, reason in LINES if not reason] == []


def test_every_answer_of_the_transcript_has_its_order() -> None:
    for process in read_processes():
        answers: list[tuple[str, list[str]]] = []
        for arrow, text, _ in process:
            if arrow == "→":
                answers.append((text.split("\t")[0], []))
            else:
                answers[-1][1].append(json.loads(text)["event"])
        assert answers[-1] == ("exit", ["bye"])
        for name, events in answers:
            order = [*COMMANDS["commands"][name]["answer"], "failed"]
            places = [order.index(event) for event in events]
            assert places == sorted(places), name
            assert events.count(order[-2]) + events.count("failed") == 1 and events[-1] in order[-2:], name


def test_transcript_shows_commands_failures_and_slices() -> None:
    commands = [parse_command(line) for line in COMMAND_LINES]
    assert {line.split("\t")[0] for line in COMMAND_LINES} == set(COMMANDS["commands"]) - {"samples"}
    assert {event["event"] for event in EVENT_LINES} == set(SCHEMA["properties"]["event"]["enum"])
    turns = [(command["BEGIN"], command["END"]) for command in commands if "BEGIN" in command]
    assert turns == [(["1"], ["0"]), (["0"], ["0"]), (["0"], ["2"])]


def test_the_numbers_of_the_transcript_agree() -> None:
    series = next(event for event in EVENT_LINES if event["event"] == "samples")["sample_ns"]
    thread = next(event for event in EVENT_LINES if event["event"] == "iteration")["threads"][0]
    assert thread["elapsed_ns"] == sum(series)
    assert thread["operations"] == len(series) * thread["sample_invocations"]
    slices = [parse_command(line) for line in COMMAND_LINES if line.startswith("slice")]
    answers = [event["threads"][0] for event in EVENT_LINES if event["event"] == "slice"]
    assert [(turn["operations"], turn["all_operations"] - turn["operations"]) for turn in answers] == [
        (int(command["COUNT"][0]), int(command["WARMIN"][0])) for command in slices]


def break_events() -> dict[str, dict]:
    """Each event of the transcript without each of its required fields, and with each field of a wrong type."""
    broken = {}
    for event in EVENT_LINES:
        for name in event:
            if name in SCHEMA["$defs"][event["event"]]["required"]:
                broken[f"{event['event']} without {name}"] = {key: value for key, value in event.items() if key != name}
            for wrong in (None, [{"wrong": 1}], -2):
                broken[f"{event['event']} with {name} = {wrong}"] = {**event, name: wrong}
    for kind in ("iteration", "slice"):
        for name, wrong in (("elapsed_ns", 5.5), ("elapsed_ns", -1), ("elapsed_ns", 2**63), ("operations", "1"), ("waited_ns", True)):
            event = copy.deepcopy(next(event for event in EVENT_LINES if event["event"] == kind))
            event["threads"][0][name] = wrong
            broken[f"{kind} with {name} = {wrong} in a thread"] = event
    opened = next(event for event in EVENT_LINES if event["event"] == "opened")
    return broken | {
        "an unknown event": {"event": "drained", "case": "c1"}, "no event": {"case": "c1"}, "a list": [],
        "another version": {**EVENT_LINES[0], "protocol": 1},
        "no reason for no slices": {**opened, "unsliced": ""},
        "a value of an unknown kind": {"event": "value", "case": "c1", "kind": "given", "number": 0, "texts": [], "more": False},
        "too many numbers": {"event": "samples", "case": "c1", "thread": 0, "sample_ns": [1] * 65537, "last": True},
    }


@pytest.mark.parametrize("event", break_events().values(), ids=break_events().keys())
def test_a_broken_event_is_refused(event: dict) -> None:
    with pytest.raises(jsonschema.ValidationError):
        EVENTS.validate(event)


@pytest.mark.parametrize("line", [
    "fly", "", "pair\tc1\tc2\t1\t1\t1", "iterate\tc1\twarmup\t1000000\t0\t1", "iterate\tc1\tlunch\t1000000\t0\t1\t0",
    "iterate\tc1\twarmup\t-1\t0\t1\t0", "iterate\tc1\twarmup\t1e6\t0\t1\t0", "iterate\tc1\twarmup\t9223372036854775808\t0\t1\t0",
    "iterate\tc1\twarmup\t007\t0\t1\t0", "iterate\tc1\twarmup\t1000000\t0\t2\t0", "slice\tc1\tmeasurement\t1\t1\t3\t0",
    "slice\tc1\tmeasurement\t1\t1125899906842625\t0\t0", "slice\tc1\tmeasurement\t1\t1\t0", "close", "close\ta%20b", f"close\t{'x' * 65}",
    "samples\tc1\t1",
])
def test_a_broken_command_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        parse_command(line)


@pytest.mark.parametrize(("old", "new"), [
    ("\tmode=avgt", ""), ("\tmode=avgt", "\tmode=avgt\tmode=ss"), ("mode=avgt", "mode=fast"), ("p=0:25", "p=25"), ("p=0:25", "p"),
    ("step=trial:0:0:", "step=trial:0:0"), ("step=trial:0:0:", "step=lunch:0:0:"), ("gc=false", "gc=0"), ("benchmark=0", "benchmark=factorial"),
    ("states=0", "states="), ("tu=ns", "tu=parsec"), ("waits=0", "waits=2"),
])
def test_a_broken_open_is_refused(old: str, new: str) -> None:
    line = next(line for line in COMMAND_LINES if line.startswith("open"))
    assert old in line
    with pytest.raises(ValueError):
        parse_command(line.replace(old, new))


def test_lists_of_open_keep_their_order_and_values_keep_their_text() -> None:
    line = next(line for line in COMMAND_LINES if line.startswith("open"))
    steps = ["trial:1:3:4", "trial:0:0:", "iteration::7,8:"]
    command = parse_command("\t".join([line, "p=1:a%3A%20%0A", *(f"step={step}" for step in steps)]))
    assert command["p"] == ["0:25", "1:a: \n"]
    assert command["step"] == ["trial:0:0:", *steps]


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", README)
    assert len(links) > 10
    for path, anchor in links:
        target = PROTOCOL / (path or "README.md")
        assert target.is_file(), path
        if anchor:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
