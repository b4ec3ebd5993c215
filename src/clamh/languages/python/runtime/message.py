"""Lines on two pipes: commands come in, events go out (protocol/README.md, Channel)."""

from __future__ import annotations

import json
import os
import re

from .failure import usage

LONGEST_LINE = 1 << 20
NUMBERS_IN_PART = 65536
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})?")


class Channel:
    """The two descriptors."""

    def __init__(self, source, sink):
        self._source, self._sink = source, sink
        self._pending = bytearray()

    def read(self):
        """The next line as bytes, without its newline; None at the end of the file. Raises Failure for one that is too long."""
        searched, too_long = 0, False
        while True:
            end = self._pending.find(b"\n", searched)
            if end >= 0:
                line = bytes(self._pending[:end])
                del self._pending[:end + 1]
                if too_long or end >= LONGEST_LINE:
                    raise usage("a line is longer than 1 MiB")
                return line
            if len(self._pending) >= LONGEST_LINE:
                too_long = True
                self._pending.clear()
            searched = len(self._pending)
            got = os.read(self._source, 1 << 16)
            if not got:
                return None
            self._pending += got

    def write(self, event):
        """One event. A driver that has gone needs no answer: the process ends with code 0."""
        text = json.dumps(event, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        line = memoryview(f"{text}\n".encode())
        try:
            while line:
                line = line[os.write(self._sink, line):]
        except BrokenPipeError:
            os._exit(0)


def decode(line):
    """The fields of a command as texts. Raises Failure for what is no command line."""
    return [_field(one) for one in line.split(b"\t")]


def _field(data):
    if any(match[1] is None for match in _ESCAPE.finditer(data)):
        raise usage("a percent escape is malformed")
    try:
        return _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), data).decode("utf-8")
    except UnicodeDecodeError:
        raise usage("a field is not UTF-8") from None


def parts(total):
    """Cuts `total` numbers into parts that fit a line: (from, to, part, last) of each; no numbers make one empty part."""
    found, start = [], 0
    while not found or start < total:
        end = min(start + NUMBERS_IN_PART, total)
        found.append((start, end, len(found), end == total))
        start = end
    return found
