"""The base class of the nouns of the pipeline."""

from __future__ import annotations

import msgspec


class Noun(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen record. Every noun of the pipeline inherits from it."""
