"""Is it explained why an event is not counted, with what to type?"""

from __future__ import annotations

import errno
import resource
from pathlib import Path

import pytest

from clamh.machine import perf_access
from clamh.machine.perf_access import Access, describe_refusal, list_working, try_event
from clamh.machine.perf_events import Event, find_event


@pytest.fixture
def paranoia(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Sets kernel.perf_event_paranoid, and how the kernel answers: by whether the kernel's code is counted too."""
    def set_level(level: str, with_kernel: int, users: int = 0) -> None:
        file = tmp_path / "paranoid"
        file.write_text(level)
        monkeypatch.setattr(perf_access, "PARANOID", file)
        monkeypatch.setattr(perf_access, "_try_open", lambda attributes: users if attributes[40] & 1 << 5 else with_kernel)

    return set_level


def test_software_events_are_counted_here() -> None:
    assert try_event(find_event("page-faults")).reason == ""
    assert "page-faults" in list_working()


def test_an_event_that_the_machine_lacks_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(perf_access, "DEVICES", tmp_path)
    (tmp_path / "software").mkdir()
    reason, hint = describe_refusal(find_event("cycles"), errno.ENOENT)
    assert reason == "its CPU has no counters, or its virtual machine hides them" and "hardware counters" in hint
    (tmp_path / "cpu_core").mkdir()
    assert describe_refusal(find_event("node-loads"), errno.ENOENT) == ("its CPU has no such event (No such file or directory)", "choose another event")


def test_without_permission_users_code_is_counted(paranoia) -> None:
    paranoia("2", errno.EACCES)
    assert try_event(find_event("cycles")) == Access(find_event("cycles"), user_only=True)


@pytest.mark.parametrize("event", [find_event("context-switches"), Event("lpe:perf::CONTEXT-SWITCHES", 1, 3)])
def test_what_happens_in_the_kernel_needs_a_lower_level(paranoia, event: Event) -> None:
    paranoia("2", errno.EACCES)
    access = try_event(event)
    assert access.reason == "they happen in the kernel, and kernel.perf_event_paranoid is 2"
    assert access.hint == "type: sudo sysctl kernel.perf_event_paranoid=1"


def test_without_any_permission_the_hint_is_the_line_to_type(paranoia) -> None:
    paranoia("3\n", errno.EACCES, errno.EACCES)
    assert describe_refusal(find_event("cycles"), errno.EACCES) == ("kernel.perf_event_paranoid is 3", "type: sudo sysctl kernel.perf_event_paranoid=1")
    assert try_event(find_event("cycles")).reason == "kernel.perf_event_paranoid is 3"


@pytest.mark.parametrize("level", ["1", "2"])
def test_a_container_that_forbids_the_call_is_named(paranoia, level: str) -> None:
    paranoia(level, errno.EPERM, errno.EPERM)
    assert try_event(find_event("page-faults")).reason == "this container or its security policy forbids perf_event_open"


@pytest.mark.parametrize(("code", "words"), [(errno.ENOSYS, "no perf_event_open"), (errno.EMFILE, "too many files")])
def test_other_refusals_are_explained(code: int, words: str) -> None:
    reason, hint = describe_refusal(find_event("page-faults"), code)
    assert words in reason and hint
    assert describe_refusal(find_event("page-faults"), 0) == ("", "")


def test_the_number_of_open_files_limits_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, allowed in ((60, 12), (10, 0), (resource.RLIM_INFINITY, 250), (100_000, 250)):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, limit=limit: (limit, limit))
        assert perf_access.count_allowed() == allowed
