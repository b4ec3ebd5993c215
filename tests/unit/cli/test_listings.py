"""Are listings of `clamh explain` kept beside their run, and is a file that cannot be used a warning?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_pages import compared_run, list_code
from msgspec.structs import replace

from clamh.cli.listings import find_listings, keep_listings, read_listings


def test_listings_replace_older_ones_of_the_same_function_and_leave_others(tmp_path: Path) -> None:
    results = str(tmp_path / "20260102T030405Z.ndjson")
    first, *others = list_code(compared_run())
    assert read_listings(results) == () and keep_listings(results, [first, *others])
    newer = replace(first, listing=replace(first.listing, notes=("newer",)))
    assert keep_listings(results, [newer]) and read_listings(results) == (*others, newer)
    assert [path.name for path in tmp_path.iterdir()] == ["20260102T030405Z.explain.json"]
    (tmp_path / "latest").symlink_to("20260102T030405Z.ndjson")
    assert read_listings(str(tmp_path / "latest")) == (*others, newer)


@pytest.mark.parametrize(("content", "message"), [
    (b'{"explain_version":2,"listings":[]}', "r.explain.json has version 2, and this CLAMH reads version 1"),
    (b'{"explain_version":1', "r.explain.json has no listings of clamh explain"), (b"\xff[" * 3, "has no listings of clamh explain"),
    (b'{"explain_version":1,"listings":[{"key":1}]}', "has no listings of clamh explain"),
    (b"[" * 100_000, "has no listings of clamh explain"), (None, "r.explain.json cannot be read: Is a directory"),
])
def test_file_that_cannot_be_used_is_a_warning(content: bytes | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = find_listings(str(tmp_path / "r.ndjson"))
    path.mkdir() if content is None else path.write_bytes(content)
    assert read_listings(str(tmp_path / "r.ndjson")) == ()
    err = capsys.readouterr().err.replace("\n    ", " ")
    assert err.startswith("warning: ") and message in err and "hint: " in err


def test_listings_that_cannot_be_written_are_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r.explain.json").mkdir()
    assert not keep_listings(str(tmp_path / "r.ndjson"), list_code(compared_run()))
    assert "cannot be written: Is a directory; the page of the run will not show this code" in capsys.readouterr().err.replace("\n    ", " ")
