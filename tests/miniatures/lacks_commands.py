"""A worker that measures, and does not answer the commands that may follow."""

from __future__ import annotations

import well_behaved


def handle(verb: str, fields: list[str]) -> None:
    if verb == "iterate":
        event = well_behaved.iteration(fields[0])
        event["threads"][0]["sample_invocations"] = 1
        well_behaved.emit(well_behaved.samples(fields[0], [100] * 10))
        well_behaved.emit(event)
    elif verb in ("samples", "invoke"):
        well_behaved.emit({"event": "failed", "case": fields[0], "reason": "unsupported", "where": "", "message": f"unknown command {verb}"})
    else:
        well_behaved.answer(verb, fields)


if __name__ == "__main__":
    well_behaved.serve(handle)
