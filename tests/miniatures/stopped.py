"""Is stopped, as by Ctrl-Z or a debugger, in its first measurement iteration: SIGTERM alone would not end it."""

from __future__ import annotations

import os
import signal

from well_behaved import at_measurement

at_measurement(lambda case: os.kill(os.getpid(), signal.SIGSTOP))
