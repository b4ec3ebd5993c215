"""What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names."""

import os


def line(event):
    file = os.environ.get("CLAMH_TRANSCRIPT")
    if file:
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.write(descriptor, f"{os.getpid()} {event}\n".encode())
        os.close(descriptor)
