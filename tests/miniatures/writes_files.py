"""Does everything right, and in each iteration writes into its temporary folder, and locks what it made.

When it is invoked, it makes a file there that must not exist yet.
"""

from __future__ import annotations

import os
from pathlib import Path

from well_behaved import answer, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "iterate":
        locked = Path(os.environ["TMPDIR"]) / f"locked-{len(os.listdir(os.environ['TMPDIR']))}"
        locked.mkdir()
        (locked / "file").write_text("text")
        locked.chmod(0)
        print(os.environ["TMPDIR"], len(os.listdir(os.environ["TMPDIR"])), flush=True)
    if verb == "invoke":
        (Path(os.environ["TMPDIR"]) / "new").touch(exist_ok=False)
    answer(verb, fields)


serve(handle)
