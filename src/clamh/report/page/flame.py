"""Profiles as a page of flame graphs: a file without external requests, drawn by Vega's partition layout."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from clamh.model.profiles import CaseProfile, Frame, FunctionShare, share_functions
from clamh.report import page
from clamh.report.page.data import clean
from clamh.report.profile import KINDS, describe_place

SMALLEST = 0.0002  # of a profile: a narrower frame would never be seen
FUNCTIONS = 100  # in the table below a graph
WIDE = 1000  # columns that a place may have

Node = dict[str, Any]


class Graph(NamedTuple):
    """The section of a case: its heading, and its functions as a table."""

    heading: str
    measure: str
    outside: float
    functions: tuple[tuple[str, float, float, str], ...]


def render(profiles: Sequence[CaseProfile], name: str, library: str) -> str:
    """The page as text; `library` is the JavaScript of Vega."""
    scripts = page.prepare_scripts(library, "flame.js")
    data = htmlsafe_json_dumps(clean([build_tree(profile) for profile in profiles]), dumps=json.dumps,
                               separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return page.make_environment().get_template("flame.html.j2").render(
        name=name, graphs=[_build_graph(profile) for profile in profiles], style=Markup(page.read_asset("page.css")),
        scripts=scripts, hashes=[page.hash_script(script) for script in scripts],
        licenses=page.read_asset("licenses.txt"), data=Markup(data))


def build_tree(profile: CaseProfile) -> list[Node]:
    """The stacks as a tree, the widest frame first, so that parents stand before their children: equal callers share a
    frame. The first node stands for the whole profile.

    `total` and `own` are shares of the profile; `size` is what no child covers, by which the layout divides a frame.
    """
    frames: list[Frame] = [Frame(f"{profile.title} {profile.platform}")]
    parents: list[int] = [-1]
    total: dict[int, float] = defaultdict(float)
    own: dict[int, float] = defaultdict(float)
    children: dict[tuple[int, Frame], int] = {}
    for stack in profile.stacks:
        at = 0
        total[at] += stack.weight
        for frame in stack.frames:
            number = children.setdefault((at, frame), len(frames))
            if number == len(frames):
                frames.append(frame)
                parents.append(at)
            at = number
            total[at] += stack.weight
        own[at] += stack.weight
    whole = total[0] or 1.0
    seen = (number for number in range(len(frames)) if total[number] >= whole * SMALLEST or not number)
    kept = sorted(seen, key=lambda number: (-total[number], number))
    size = {number: total[number] for number in kept}
    for number in kept[1:]:
        size[parents[number]] -= total[number]
    return [{"id": number, "parent": parents[number] if number else None, "name": _name_frame(frames[number]),
             "place": describe_place(frames[number], WIDE), "total": total[number] / whole,
             "own": own[number] / whole, "size": max(0.0, size[number] / whole)} for number in kept]


def _build_graph(profile: CaseProfile) -> Graph:
    shares = [share for share in share_functions(profile.stacks) if share.total >= SMALLEST]
    return Graph(f"{profile.title} {profile.platform}", f"{KINDS[profile.unit]} ({profile.tool})", profile.outside,
                 tuple(_describe_share(share) for share in shares[:FUNCTIONS]))


def _describe_share(share: FunctionShare) -> tuple[str, float, float, str]:
    return _name_frame(share.frame), share.own, share.total, describe_place(share.frame, WIDE)


def _name_frame(frame: Frame) -> str:
    """The function's name; of a frame without a name its place."""
    return frame.name or describe_place(frame, WIDE) or "(unknown)"
