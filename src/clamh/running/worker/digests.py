"""Digests replace long canonical values, which are compared by SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

LONGEST = 1024  # bytes of a text
MOST = 100  # texts of a call


def digest(text: str) -> str:
    """The text itself, or `sha256:DIGEST:BYTES` if it is long."""
    data = text.encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(data).hexdigest()}:{len(data)}" if len(data) > LONGEST else text


def list_digests(texts: Sequence[str]) -> tuple[str, ...]:
    """The digests of the texts. If there are many: the first, then one for all of them, `sha256:DIGEST:NUMBER`."""
    short = tuple(map(digest, texts))
    if len(short) <= MOST:
        return short
    joined = "\n".join(short).encode("utf-8", "surrogatepass")
    return (*short[:MOST], f"sha256:{hashlib.sha256(joined).hexdigest()}:{len(short)}")
