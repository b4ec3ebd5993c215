"""The order in which the sides of a set take turns: random, and balanced, so that who ran before favours nobody."""

from __future__ import annotations

import random


def block_of_turns(sides: int, before: int, draw: random.Random) -> list[int]:
    """`sides`² turns in which each side follows every side, itself included, exactly once; `before` had the turn before them.

    The last turn is that of `before` again, so blocks can follow each other. It is a random Eulerian circuit of the complete
    directed graph with loops (C. Hierholzer, "Ueber die Möglichkeit, einen Linienzug ohne Wiederholung und ohne Unterbrechung
    zu umfahren", Mathematische Annalen 6, 1873).
    """
    followers = [draw.sample(range(sides), sides) for _ in range(sides)]
    path, circuit = [before], []
    while path:
        if followers[path[-1]]:
            path.append(followers[path[-1]].pop())
        else:
            circuit.append(path.pop())
    return circuit[-2::-1]
