"""Which row or case of a group belongs to which of another group."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Protocol, TypeVar


class _HasId(Protocol):
    @property
    def case_id(self) -> str: ...


Item = TypeVar("Item", bound=_HasId)


def find_partners(items: Sequence[Item], others: Iterable[Item],
                  identities: Iterable[Callable[[Item], Hashable]]) -> tuple[dict[str, Item], list[Item]]:
    """The partner of each item by its case_id, and the others that are left.

    Items with the same first identity are paired first, in order; of what is left those with the same second, and so
    on.
    """
    partners: dict[str, Item] = {}
    left = list(others)
    for identify in identities:
        candidates: dict[Hashable, list[Item]] = {}
        for other in left:
            candidates.setdefault(identify(other), []).append(other)
        for item in items:
            if item.case_id not in partners and (fitting := candidates.get(identify(item))):
                partners[item.case_id] = partner = fitting.pop(0)
                left.remove(partner)
    return partners, left
