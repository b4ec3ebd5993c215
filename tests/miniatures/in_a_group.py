"""Answers `invoke` as a group of three functions, of which the first has no thread, in the order in which they came back."""

import well_behaved


def handle(verb: str, fields: list[str]) -> None:
    if verb == "invoke":
        for number, name in ((2, "take"), (1, "put")):
            well_behaved.emit(well_behaved.value(fields[0], f"s:{name}", number=number))
        well_behaved.emit({"event": "invoked", "case": fields[0]})
    else:
        well_behaved.answer(verb, fields)


well_behaved.serve(handle)
