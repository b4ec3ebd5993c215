"""Is a described suite taken apart as it is meant, and is every mistake in a description named with what to write?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance import scenarios as module
from conformance.description import DescriptionError, read_suite
from conformance.scenarios import Scenario, allowed, pairs
from conformance.suite import Field, Suite, Value
from conformance.written import print_scenario

SHOP = {"annotations": "@State(Scope.Thread) @AuxCounters", "int seats": ["3", "4"], "private int guests": 0}


def read(states: dict[str, Any], benchmarks: dict[str, Any], texts: dict[str, str] | None = None) -> Suite:
    return read_suite("tried", "Is it?", states, benchmarks, {"int calls": 5}, texts or {})


def test_a_state_has_its_annotations_fields_and_methods() -> None:
    suite = read({"Shop": {**SHOP, "@Setup(Level.Trial) int fill(Shop)": ["setup {seats}"]}}, {})
    (shop,) = suite.states
    assert shop.annotations == ("@State(Scope.Thread)", "@AuxCounters")
    assert shop.fields == (Field("int", "seats", params=("3", "4")), Field("int", "guests", private=True))
    (fill,) = shop.methods
    assert (fill.annotations, fill.returns, fill.name, fill.takes) == (("@Setup(Level.Trial)",), "int", "fill", ("Shop",))
    assert fill.does == (("line", None, ("setup ", Value("own", "int", "", "seats"))),)


def test_names_resolve_to_fields_bases_files_and_the_run() -> None:
    states = {"Shop": SHOP, "Bakery": {"extends": "Shop"}}
    texts = {"where": "in {bakery.seats} of {calls}"}
    (sell,) = read(states, {"sell(Bakery, Random)": ["call {where} {Random.nextLong(10)}"]}, texts).benchmarks
    assert sell.does == (("line", None, (
        "call in ", Value("taken", "int", "bakery", "seats"), " of ", Value("static", "int", "", "calls"), " ",
        Value("run", "long", "Random", "nextLong", "10"),
    )),)


@pytest.mark.parametrize(("states", "benchmarks", "message"), [
    ({}, {"sell(Shop)": []}, "'@Benchmark sell(Shop)' takes 'Shop', which is no state above it"),
    ({"Bakery": {"extends": "Shop"}}, {}, "Bakery extends 'Shop': write that state above it"),
    ({"Shop": {"number seats": 0}}, {}, "'number seats' is no field: write a type (int, long"),
    ({"Shop": {"text door": "shut"}}, {}, "'text door' is 'shut' at first: write 0"),
    ({"Shop": {"@Setup open() twice()": []}}, {}, "'@Setup open() twice()' is no method"),
    ({"Shop": {"@Setup open()": ["setup {doors}"]}}, {}, "'@Setup open()' names 'doors'"),
    ({}, {"sell()": ["call {ThreadParams.getThreadIndex}"]}, "names 'ThreadParams.getThreadIndex'"),
    ({"Shop": SHOP}, {"sell(Shop)": ["call {shop.doors}"]}, "names 'shop.doors'"),
    ({}, {"sell()": [["jump", 3]]}, "does ['jump', 3]: no action is written so"),
    ({}, {"sell()": [["exit", "soon"]]}, "does ['exit', 'soon']: no action is written so"),
])
def test_a_mistake_in_a_description_is_named(states: dict[str, Any], benchmarks: dict[str, Any], message: str) -> None:
    with pytest.raises(DescriptionError) as error:
        read(states, benchmarks)
    assert message in str(error.value)


def test_what_a_printer_cannot_print_is_named_with_the_scenario() -> None:
    assert ("exit_code_at_end", "go") not in pairs() and allowed().unsupported
    with pytest.raises(DescriptionError, match=r"scenarios/exit_code_at_end.toml: printers/go.py cannot print 'exit at end'"):
        print_scenario("exit_code_at_end", "go")


def test_a_mistake_names_the_file_of_the_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Scenario(name="broken", question="Is it?", rows=(), benchmarks={"sell()": [["jump"]]})
    monkeypatch.setitem(module.scenarios(), "broken", broken)
    with pytest.raises(DescriptionError, match=r"^scenarios/broken.toml: '@Benchmark sell\(\)' does"):
        print_scenario("broken", "java")


@pytest.mark.parametrize(("text", "message"), [
    ('question = "open', "Unterminated string"), ('question = "Is it?"\nrow = []\n', "unknown field `row`"),
])
def test_a_scenario_that_cannot_be_read_is_a_message_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(SystemExit) as ended:
        module._read_scenario(file)
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{file}: ") and message in err
