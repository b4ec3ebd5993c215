"""The machine code of a benchmark's stub."""

from __future__ import annotations

from clamh.languages.machine_code import stub_reader
from clamh.model.code import Target


def _name_stub(target: Target) -> str:
    member = "" if target.place is None else f"m{target.place}"
    return rf"(?:\w+::)*__clamh_b{target.number}{member}(?:::h[0-9a-f]+)?(?:\.(?!cold)\w+)*"


read_code = stub_reader(_name_stub)
