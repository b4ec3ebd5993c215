"""Answers `invoke` as a group, its members in the order in which they came back; with an argument only those."""

import sys

import well_behaved


def handle(verb: str, fields: list[str]) -> None:
    if verb == "invoke":
        members = {name: {"returned": f"s:{name}"} for name in sys.argv[1:] or ("take", "put")}
        well_behaved.emit({"event": "value", "case": fields[0], "members": members})
    else:
        well_behaved.answer(verb, fields)


well_behaved.serve(handle)
