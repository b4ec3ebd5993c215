"""What may a param's values be, by the type of its field; and which type has a field that says none?"""

from __future__ import annotations

import pytest

from clamh.languages.python.values import WIRE, common_type, is_of
from clamh.model.cases import CatalogParam
from clamh.running.planning.values import convert

TEXTS = ["1", "-2", "+1", "1_000", "0x1F", "1.5", "1e3", ".5", "inf", "-Infinity", "nan", "0x1p-1", "true", "True", "", " 1", "1\n", "١", "x", "_1",
         "1__0", "0x", "1.", "e3", "--1"]


@pytest.mark.parametrize(("values", "type"), [
    (["1", "-2", "0x1F"], "int"), (["1", "2.5"], "float"), (["true", "false"], "bool"), (["true", "1"], "str"), (["1", ""], "str"),
    ([], "str"), (["1 "], "str"),
])
def test_a_field_without_a_type_has_that_of_all_its_values(values: list[str], type: str) -> None:
    assert common_type(values) == type


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("type", ["int", "float", "bool", "str"])
def test_what_passes_here_is_what_the_driver_converts(type: str, text: str) -> None:
    _, wrong = convert(text, CatalogParam(name="Data.size", state="Data", type=WIRE[type], values=(text,)))
    assert is_of(text, type) == (not wrong)
