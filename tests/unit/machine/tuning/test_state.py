"""Can the run under `sudo clamh doctor --tune --apply` read the state that root has written?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clamh.machine import tune_state


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes a state that another user reads")
def test_the_state_is_readable_whatever_the_umask_is(tmp_path: Path) -> None:
    path = tmp_path / "run/clamh/tuned.json"
    before = os.umask(0o077)
    try:
        tune_state.write(path, tune_state.State(boot="", pid=1, since="", changes=()))
    finally:
        os.umask(before)
    assert path.parent.stat().st_mode & 0o777 == 0o755 and path.stat().st_mode & 0o777 == 0o644
