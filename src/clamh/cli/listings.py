"""The listings of `clamh explain`, kept beside a run so that its page can show them: x.explain.json for x.ndjson."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from clamh.cli import show
from clamh.machine import atomic
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.listing import KeptListing, KeptListings

VERSION = 1
AGAIN = "delete it, and type clamh explain KEY again"


def find_listings(results: str) -> Path:
    """The file of the listings of a run."""
    path = Path(os.path.realpath(results))
    return path.with_name(f"{path.name.removesuffix('.ndjson')}.explain.json")


def read_listings(results: str) -> tuple[KeptListing, ...]:
    """The listings of a run; none if nothing was explained. A file that cannot be read is a warning."""
    path = find_listings(results)
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=KeptListings)
    except FileNotFoundError:
        return ()
    except OSError as error:
        _warn(path, f"cannot be read: {error.strerror}", "change its permissions")
        return ()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        _warn(path, f"has no listings of clamh explain: {error}", AGAIN)
        return ()
    if kept.explain_version != VERSION:
        _warn(path, f"has version {kept.explain_version}, and this CLAMH reads version {VERSION}", AGAIN)
        return ()
    return kept.listings


def keep_listings(results: str, listings: Sequence[KeptListing]) -> bool:
    """Adds listings to those of a run, where they replace older ones of the same function; whether they were written.
    """
    new = {_identify(kept) for kept in listings}
    others = [kept for kept in read_listings(results) if _identify(kept) not in new]
    path = find_listings(results)
    try:
        atomic.write(path, msgspec.json.encode(KeptListings(explain_version=VERSION, listings=(*others, *listings))),
                     0o644)
    except OSError as error:
        _warn(path, f"cannot be written: {error.strerror}; the page of the run will not show this code",
              "change the folder's permissions")
        return False
    return True


def _identify(kept: KeptListing) -> tuple[str, ...]:
    return kept.artifact_sha256, kept.listing.platform, kept.key, kept.benchmark, kept.listing.member


def _warn(path: Path, message: str, hint: str) -> None:
    show.warn([Diagnostic(code="listings", message=f"{shorten_path(str(path))} {message}", hint=hint,
                          severity="warning")])
