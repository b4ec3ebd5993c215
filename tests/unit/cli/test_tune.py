"""Does `clamh doctor --tune` show what is, what would be, why not, and the line to type?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from made_machine import INTEL, THP, machine

from clamh.cli import tune
from clamh.cli.main import main
from clamh.machine.tuning.settings import list_settings


def test_table_shows_steadier_values_and_reasons(tmp_path: Path) -> None:
    root = machine(tmp_path, INTEL)
    (root / THP).chmod(0o444)
    lines = tune.format_table(list_settings(root), 80)
    assert lines[:3] == ["Settings that could be steadier", "  governor    performance, powersave → performance",
                         "              the clock speed follows the load with a delay of milliseconds"]
    assert "  ASLR        on" in lines
    assert "              not here: the kernel does not allow changes" in lines
    assert lines[-2:] == ["To change governor, turbo, interrupts, SMT for one run:", "  clamh doctor --tune --apply clamh run ..."]
    assert max(map(len, lines)) <= 80


def test_user_without_rights_gets_the_sudo_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = machine(tmp_path, INTEL)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    lines = tune.format_table(list_settings(root), 80)
    assert "              not here: only root may write it" in lines
    assert lines[-2:] == ["To also change settings that need root:", '  sudo env PATH="$PATH" clamh doctor --tune --apply clamh run ...']


def test_a_machine_on_which_nothing_would_be_steadier_says_so(tmp_path: Path) -> None:
    assert tune.format_table(list_settings(machine(tmp_path / "a", {THP: "always [madvise] never"})), 80)[-1] == "Every setting is already steady."
    root = machine(tmp_path / "b", {THP: INTEL[THP]})
    (root / THP).chmod(0o444)
    assert tune.format_table(list_settings(root), 80)[-1] == "Nothing can be changed here."


def test_a_system_without_such_settings_is_not_called_steady(tmp_path: Path) -> None:
    lines = tune.format_table(list_settings(machine(tmp_path, {})), 80)
    assert "  irqbalance  -" in lines and lines[-1] == "This system shows no setting that clamh can change: --tune needs Linux."


def test_apply_without_a_command_and_options_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--tune", "--apply"]) == 2
    assert "clamh doctor --tune --apply: no command follows it" in capsys.readouterr().err
    assert main(["doctor", "--tune", "--apply=true"]) == 2  # not shown, with exit code 0, as if it had run
    assert "write the command as separate words" in capsys.readouterr().err
    assert main(["doctor", "--tune", "--apply", "no-such-program", "--unknown", "-h"]) == 2
    assert "cannot start 'no-such-program'" in capsys.readouterr().err
