"""Is killed in its first measurement iteration, as the kernel does when memory runs out."""

from __future__ import annotations

import os
import signal

from well_behaved import at_measurement

at_measurement(lambda case: os.kill(os.getpid(), signal.SIGKILL))
