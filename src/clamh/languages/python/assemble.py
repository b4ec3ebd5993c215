"""Writes the artifact: a zip file that Python starts, with the compiled worker. Its own interpreter runs this program.

`assemble.py ARTIFACT ARTIFACT-JSON RUNTIME NAME...`: artifact.json holds the user's files; NAMEs are their own names.
If a file does not compile, Python's message and line are printed. Uses only the standard library of Python 3.9.
"""

from __future__ import annotations

import importlib.util
import json
import marshal
import os
import re
import sys
import traceback
import zipfile

NO_TEXT = re.compile("[\udc80-\udcff]")  # a byte that is not valid in the file's encoding
SHEBANG = b"#!/usr/bin/env python3\n"


def main(artifact, facts, runtime, *names):
    """Writes the artifact. Exits with code 1 if a file of the user does not compile."""
    with open(facts, encoding="utf-8") as opened:
        text = opened.read()
    for file, name in zip(json.loads(text)["files"], names):
        invalid = NO_TEXT.search(file["text"])
        if invalid:  # `compile` reports this for a file, but not for its decoded text
            line = file["text"].count("\n", 0, invalid.start()) + 1
            print(f'  File "{name}", line {line}\nSyntaxError: the byte 0x{ord(invalid[0]) - 0xDC00:x} is not valid '
                  "in the encoding of this file: save it as UTF-8, or name its encoding in line 1: # coding: latin-1",
                  file=sys.stderr)
            sys.exit(1)
        try:
            compile(file["text"], name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            print("".join(traceback.format_exception_only(type(error), error)), file=sys.stderr, end="")
            sys.exit(1)
    try:
        _write(artifact, text, runtime)
    except OSError as error:  # such as a full disk
        print(f"{error.filename or artifact} cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(1)


def _write(artifact, text, runtime):
    draft = artifact + ".draft"
    with open(draft, "wb") as opened:
        opened.write(SHEBANG)
        with zipfile.ZipFile(opened, "w") as archive:
            for file in sorted(os.listdir(runtime)):
                if not file.endswith(".py"):
                    continue
                with open(os.path.join(runtime, file), encoding="utf-8") as source:
                    code = source.read()
                if file == "__main__.py":
                    _put(archive, file, code.encode())
                else:
                    _put(archive, f"clamh_worker/{file[:-3]}.pyc", _compiled(code, f"clamh_worker/{file}"))
            _put(archive, "clamh_worker/__init__.pyc", _compiled("", "clamh_worker/__init__.py"))
            _put(archive, "artifact.json", text.encode())
    os.chmod(draft, 0o755)
    os.replace(draft, artifact)


def _compiled(text, name):
    """The form that zipimport loads without looking for a source: magic number, no flags, no time, no size."""
    code = compile(text, name, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def _put(archive, name, data):
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


if __name__ == "__main__":
    main(*sys.argv[1:])
