"""Can the run under `sudo clamh doctor --tune --apply` read the state that root has written, and is another host's left alone?"""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.cli.tuned_command import restore_left_changes
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


def test_the_state_of_another_host_with_the_same_home_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken for that of an earlier boot and deleted, so the runs under that tune waited for its lock."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for host in ("a", "b", "a"):
        monkeypatch.setattr(os, "uname", lambda host=host: SimpleNamespace(nodename=host))
        restore_left_changes(tmp_path)
        place = tmp_path / "state/clamh/tuned-a.json"
        assert place.exists() == (host == "b")  # the second time, a has started again
        if host == "a":
            tune_state.write(tune_state.state_path(tmp_path), tune_state.State(boot="of a", pid=1, since="1", changes=()))
