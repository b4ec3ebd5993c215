"""Are the random numbers that every language is compared with those of the published generators?"""

from __future__ import annotations

import importlib.util
import json
from itertools import islice
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent / "random"


def _reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", FOLDER / "reference.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = _reference()


def test_the_generators_give_what_others_publish() -> None:
    # The test vectors of the Rust crates rand_xoshiro (state 1, 2, 3, 4) and of Rosetta Code (seed 1234567).
    assert list(islice(REFERENCE.xoshiro256([1, 2, 3, 4]), 6)) == [
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600]
    assert list(islice(REFERENCE.splitmix64(1234567), 3)) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_bounded_numbers_stay_in_their_bounds_and_reach_both_ends() -> None:
    values = json.loads(REFERENCE.VALUES.read_text(encoding="utf-8"))["values"]
    for name, row in values.items():
        bound = name.partition("(")[2].rstrip(")")
        assert len(row) == 1000
        if bound and "Bytes" not in name:
            assert all(0 <= int(item) < int(bound) for item in row), name
    assert {int(item) for item in values["nextInt(10)"]} == set(range(10))
    assert set(values["nextInt(1)"]) == set(values["nextLong(1)"]) == {"0"}


def test_the_file_is_what_the_script_writes() -> None:
    assert REFERENCE.VALUES.read_text(encoding="utf-8") == REFERENCE.text()
