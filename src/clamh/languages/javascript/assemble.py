"""A build step that puts the JavaScript that esbuild made of the user's TypeScript into the artifact's draft.

    python -I assemble.py DRAFT ARTIFACT MARK PLACE OUTPUT NAME …    (the last three for each file)
"""

from __future__ import annotations

import base64
import json
import re
import sys
from pathlib import Path

MAP = re.compile(r"^//# sourceMappingURL=data:application/json;base64,(\S+)\s*$", re.MULTILINE)


def main(draft: str, artifact: str, mark: str, *files: str) -> None:
    """Write the artifact; the source map of each file names the user's own file."""
    text = Path(draft).read_text(encoding="utf-8")
    for place, output, name in zip(files[::3], files[1::3], files[2::3], strict=True):
        code = MAP.sub(lambda match, name=name: _rename_source(match[1], name),
                       Path(output).read_text(encoding="utf-8"))
        text = text.replace(json.dumps(mark + place), json.dumps(code))
    Path(artifact).write_text(text, encoding="utf-8")


def _rename_source(encoded: str, name: str) -> str:
    source_map = {**json.loads(base64.b64decode(encoded)), "sources": [name]}
    return "//# sourceMappingURL=data:application/json;base64," + base64.b64encode(
        json.dumps(source_map).encode()).decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
