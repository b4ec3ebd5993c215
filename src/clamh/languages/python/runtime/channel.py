"""Commands come in on one pipe and events go out on another (protocol/README.md, Channel)."""

import json
import os
from urllib.parse import unquote

MOST_NUMBERS = 65_536
MOST_CHARACTERS = 80_000  # of the texts of a `value`: a character has at most 12 bytes in JSON, and a line 1 MiB


class Channel:
    """The two descriptors."""

    def __init__(self, source, sink):
        self._commands, self._sink = os.fdopen(source, "rb"), sink

    def read(self):
        """The fields of the next command, None at the end of the file."""
        line = self._commands.readline()
        return [unquote(field, errors="surrogateescape") for field in line[:-1].decode().split("\t")] if line else None

    def write(self, event):
        """One event. If the driver has gone, the process ends with code 0."""
        line = memoryview((json.dumps(event, allow_nan=False, separators=(",", ":")) + "\n").encode())
        try:
            while line:
                line = line[os.write(self._sink, line):]
        except BrokenPipeError:
            os._exit(0)


def cut_series(case, thread, sample_ns):
    """The `samples` events of one thread's series."""
    for start in range(0, len(sample_ns), MOST_NUMBERS):
        end = start + MOST_NUMBERS
        yield {"event": "samples", "case": case.id, "thread": thread, "sample_ns": sample_ns[start:end],
               "last": end >= len(sample_ns)}


def cut_texts(head, texts):
    """The `value` events of some texts, each with the fields of `head`; a text that does not fit goes on in the next
    event.
    """
    part, room = [], MOST_CHARACTERS
    for text in texts:
        while len(text) > room:
            yield {**head, "texts": [*part, text[:room]], "more": True}
            part, text, room = [], text[room:], MOST_CHARACTERS
        part.append(text)
        room = max(room - len(text) - 1, 0)
    if part:
        yield {**head, "texts": part, "more": False}
