"""Never answers its first measurement iteration."""

from __future__ import annotations

import time

from well_behaved import at_measurement

at_measurement(lambda case: time.sleep(60))
