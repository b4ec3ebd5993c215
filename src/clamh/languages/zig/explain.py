"""The machine code of a benchmark's stub."""

from __future__ import annotations

from clamh.languages.machine_code import stub_reader

read_code = stub_reader(
    lambda target: rf'loop\.Loop\(.*"benchmark_{target.number}_{target.place or 0}".*\)\.repeat(?:\.\d+)?')
