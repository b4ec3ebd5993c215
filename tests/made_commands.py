"""Commands of protocol 2 for tests: lines of `open` by full names, answers put together from their parts, checked events."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import jsonschema
import msgspec

from clamh.model.catalog import BenchmarkEntry, Entries, FixtureEntry, StateEntry
from clamh.model.opening import Opening, find_opening

Event = dict[str, Any]
LINE_BYTES = 1 << 20
SCHEMA = json.loads((Path(__file__).parent.parent / "protocol" / "v2" / "events.schema.json").read_text(encoding="utf-8"))
LAST = {"describe": "described", "open": "opened", "iterate": "iteration", "slice": "slice", "invoke": "invoked", "close": "closed", "exit": "bye"}
# From `forks` on: only for BenchmarkParams and IterationParams.
DEFAULTS = {"mode": "avgt", "threads": 1, "batch": 1, "opi": 1, "seed": 7, "layout": "random", "gc": "false",
            "forks": 1, "wforks": 0, "wi": 0, "w": 0, "i": 1, "r": 0, "to": 0, "tu": "ns"}


def _allow_only_known_fields(schema: Any) -> Any:
    """Our own workers send no field that the protocol does not know."""
    if isinstance(schema, dict):
        if "properties" in schema and "oneOf" not in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            _allow_only_known_fields(part)
    elif isinstance(schema, list):
        for part in schema:
            _allow_only_known_fields(part)
    return schema


_STRICT = _allow_only_known_fields(copy.deepcopy(SCHEMA))
_EVENTS = {name: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _STRICT["$defs"]})
           for name in SCHEMA["properties"]["event"]["enum"]}


def check_event(event: Event) -> Event:
    """The event, which must be one of protocol 2 and have no other fields."""
    assert event.get("event") in _EVENTS, f"unknown event: {event}"
    for error in _EVENTS[event["event"]].iter_errors(event):
        raise AssertionError(f"{error.json_path}: {error.message[:500]} in {str(event)[:500]}")
    return event


def read_catalog(events: Iterable[Event]) -> Entries:
    """The catalog of an answer to `describe`; events of other kinds are left out."""
    kinds = {"state": StateEntry, "fixture": FixtureEntry, "benchmark": BenchmarkEntry}
    found: dict[str, list[Any]] = {kind: [] for kind in kinds}
    for event in events:
        if event["event"] in kinds:
            found[event["event"]].append(msgspec.convert(event, kinds[event["event"]]))
    for entries in found.values():  # what is not compiled in leaves a gap in the numbers
        numbers = [entry.number for entry in entries]
        assert numbers == sorted(set(numbers))
    return Entries(states=tuple(found["state"]), fixtures=tuple(found["fixture"]), benchmarks=tuple(found["benchmark"]))


def encode_command(*fields: object) -> bytes:
    """One command line, its newline included."""
    return ("\t".join(quote(str(field), safe="-_.~:=,/+", errors="surrogateescape") for field in fields) + "\n").encode("ascii")


def decode_command(line: bytes) -> list[str]:
    """The fields of a command line without its newline: the inverse of `messages.encode`."""
    return [unquote_to_bytes(field).decode("utf-8", "surrogateescape") for field in line.split(b"\t")]


class Case:
    """An open case as a test sees it: what `open` says of it, by number, with the names."""

    def __init__(self, catalog: Entries, benchmark: str):
        benchmark_entries = [entry for entry in catalog.benchmarks if entry.name == benchmark]
        assert benchmark_entries, f"no benchmark {benchmark} among {[entry.name for entry in catalog.benchmarks]}"
        self.benchmark = benchmark_entries[0]
        self.opening: Opening = find_opening(self.benchmark, catalog)
        self.states = [name or f"class {number}" for number, name in self.opening.states.items()]
        self.functions = [function.name for function in self.benchmark.functions]

    def fields(self, params: dict[str, str], **given: object) -> list[str]:
        """The fields of `open` after its id. `params` are all params of the case, in canonical form."""
        assert set(params) == set(self.opening.params), f"{self.benchmark.name} has the params {sorted(self.opening.params)}"
        fields = DEFAULTS | given
        if self.benchmark.group:
            fields.setdefault("tg", ",".join(str(function.threads) for function in self.benchmark.functions))
            if "threads" not in given:
                fields["threads"] = sum(map(int, str(fields["tg"]).split(",")))
        several = int(str(fields["threads"])) > 1
        fields.setdefault("waits", int(several and (self.benchmark.group or "Control" in self.opening.injected)))
        fields.setdefault("wbatch", fields["batch"])
        if fields["layout"] == "random":
            fields.setdefault("lseed", fields["seed"])
        values = [f"p={self.opening.params[name].number}:{value}" for name, value in params.items()]
        return [*self.opening.fields(), *values, *(f"{name}={value}" for name, value in fields.items())]

    def name_layout(self, opened: Event) -> Event:
        """`opened` with `layout.offsets` and `layout.addresses` by the names of states."""
        layout = dict(opened.get("layout", {}))
        for field in ("offsets", "addresses"):
            if field in layout:
                layout[field] = dict(zip(self.states, layout[field], strict=True))
        return opened | {"layout": layout}

    def name_thread(self, thread: Event, series: list[int]) -> Event:
        """A thread's entry with its series, the name of its function, its counters by name, and the values of absent fields."""
        function = {"member": self.functions[thread["function"]]} if "function" in thread else {}
        counters = dict(zip(self.opening.counters.values(), thread.get("aux", []), strict=True))
        return {"timings": 0, "sample_invocations": 0, **thread, **function, "sample_ns": series, "counters": counters}


def read_answer(hear: Callable[[], Event], command: str, case: Case | None = None) -> Event:
    """The last event of the answer to a command, completed from those before it.

    `iteration`, `slice`: threads as in `Case.name_thread`. `samples`: the whole series. `invoked`: the first call's `returned`,
    `consumed` and `checks` (by name), of a group `members` (by name); the same of further calls in `more`.
    """
    series: dict[int, list[int]] = {}
    complete: set[int] = set()
    values: list[Event] = []
    while True:
        event = check_event(hear())
        kind = event["event"]
        if kind == "samples":
            assert command in ("iterate", "samples") and event["thread"] not in complete
            series.setdefault(event["thread"], []).extend(event["sample_ns"])
            if event["last"]:
                complete.add(event["thread"])
                if command == "samples":
                    return event | {"sample_ns": series[event["thread"]]}
        elif kind == "value":
            assert command == "invoke"
            values.append(event)
        else:
            assert kind in ("failed", LAST.get(command)), f"{kind} answers {command}"
            break
    if case and kind in ("iteration", "slice"):
        assert set(series) == complete
        assert all(bool(thread.get("sample_invocations")) == (number in series) for number, thread in enumerate(event["threads"]))
        return event | {"threads": [case.name_thread(thread, series.get(number, [])) for number, thread in enumerate(event["threads"])]}
    if case and kind == "opened":
        return case.name_layout(event)
    if case and kind == "invoked":
        first, *more = _join_calls(values, case)
        return event | first | {"more": more}
    return event


def _join_calls(values: list[Event], case: Case) -> list[Event]:
    texts: dict[tuple[int, str, int], list[str]] = {}
    unfinished = None
    for value in values:
        key = value["call"], value["kind"], value["number"]
        assert unfinished in (None, key), "a text goes on with the next `value` event"
        known = texts.setdefault(key, [])
        if unfinished:
            known[-1] += value["texts"][0]
        known += value["texts"][bool(unfinished):]
        unfinished = key if value["more"] else None
    assert unfinished is None
    calls = max([1, *(call for call, _, _ in texts)])
    return [_name_call(case, {key[1:]: found for key, found in texts.items() if key[0] == call}) for call in range(1, calls + 1)]


def _name_call(case: Case, texts: dict[tuple[str, int], list[str]]) -> Event:
    def of_function(number: int) -> Event:
        return {"returned": texts.get(("returned", number), [None])[0], "consumed": texts.get(("consumed", number), [])}

    checks = {name: texts["checked", number][0] for number, name in case.opening.checks.items() if ("checked", number) in texts}
    if case.benchmark.group:
        return {"members": {name: of_function(number) for number, name in enumerate(case.functions)}, "checks": checks}
    return of_function(0) | {"checks": checks}
