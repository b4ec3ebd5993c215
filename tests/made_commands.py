"""Lines that tests send to a worker, and the sequence that both sides draw from."""

from __future__ import annotations


def opening(case: str, benchmark: str, params: dict[str, str], **fields: object) -> list[str]:
    said = {"mode": "avgt", "threads": 1, "batch": 1, "opi": 1, "seed": 7, **fields}
    return ["open", case, f"benchmark={benchmark}", *(f"{k}={v}" for k, v in said.items()),
            *(f"p:{k}={v}" for k, v in params.items())]


def splitmix(seed: int, count: int) -> list[int]:
    mask, drawn = 2**64 - 1, []
    for _ in range(count):
        seed = seed + 0x9E3779B97F4A7C15 & mask
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        drawn.append(z ^ z >> 31)
    return drawn
