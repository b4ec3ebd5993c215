"""Long canonical values are compared by SHA-256: their digests take their place."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

LONGEST = 1024  # bytes of a text
MOST = 100  # texts of one call


def digest(text: str) -> str:
    """The text, or of a long one `sha256:DIGEST:BYTES`."""
    data = text.encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(data).hexdigest()}:{len(data)}" if len(data) > LONGEST else text


def list_digests(texts: Sequence[str]) -> tuple[str, ...]:
    """The digests of some texts; of many the first, and then one for all of them, `sha256:DIGEST:NUMBER`."""
    short = tuple(map(digest, texts))
    if len(short) <= MOST:
        return short
    joined = "\n".join(short).encode("utf-8", "surrogatepass")
    return (*short[:MOST], f"sha256:{hashlib.sha256(joined).hexdigest()}:{len(short)}")
