"""What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names; `PID/THREAD
EVENT` of one of several threads."""

import os


def line(event, thread=None):
    file = os.environ.get("CLAMH_TRANSCRIPT")
    who = os.getpid() if thread is None else f"{os.getpid()}/{thread}"
    if file:
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.write(descriptor, f"{who} {event}\n".encode())
        os.close(descriptor)
