"""Answers `invoke` with the values that its arguments say: of which call, kind and number, and whether they go on."""

from __future__ import annotations

import sys

from well_behaved import at_measurement, emit, value

call, kind, number, more = sys.argv[1:]


def fault(case: str) -> None:
    emit(value(case, "i:42", int(call), kind, int(number)) | {"more": more == "more"})
    emit({"event": "invoked", "case": case})


at_measurement(fault)
