"""Takes longer to start than its case's Timeout, as a JVM on a busy machine may: nothing is wrong with it."""

from __future__ import annotations

import time

from well_behaved import serve

time.sleep(3)
serve()
