"""A wrapper whose build failed: the error, and the choice between raising it and going on without the wrapper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from clamh.model.artifacts import Platform, Skip
from clamh.model.errors import BuildError, BuildErrors, InputError
from clamh.model.folders import shorten_path
from clamh.model.sources import Wrapper


class Unbuilt(NamedTuple):
    """A wrapper that has no usable artifact on a platform: its build or its `describe` failed with `error`."""

    wrapper: Wrapper
    platform: Platform
    error: BuildError | InputError


Refuse = Callable[[Sequence[Unbuilt]], None]  # decides about failed builds: raise_all, or go on without them


def raise_all(failed: Sequence[Unbuilt]) -> None:
    """Raises all failures: BuildErrors when several kinds occur, else the error itself."""
    if failed and all(isinstance(unbuilt.error, InputError) for unbuilt in failed):
        raise InputError(diagnostic for unbuilt in failed for diagnostic in unbuilt.error.diagnostics)
    if failed:
        raise failed[0].error if len(failed) == 1 else BuildErrors(unbuilt.error for unbuilt in failed)


def left_out(unbuilt: Unbuilt) -> Skip:
    """The skip that reports a failed build in a run that goes on without it."""
    source = shorten_path(unbuilt.wrapper.unit.source.path)
    return Skip(platform=unbuilt.platform.id, reason=f"cannot build {source}", hint="correct the reported errors",
                failed=True)
