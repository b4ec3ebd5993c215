"""What every noun of the pipeline is."""

from __future__ import annotations

import msgspec


class Noun(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen record; every noun of the pipeline is one."""
