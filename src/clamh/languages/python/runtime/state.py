"""The instances of states, and the values of params, which fields of classes share between the cases of a process."""

import threading

from .failure import as_failure
from .opening import LEVELS

_active = None  # the case whose values the fields of classes hold


class Instance:
    """An instance of a state; also what threads share that run fixtures without a state.

    At each level: `ready` once all setups have run, `begun` once the first has returned, `arrived` threads at the teardowns.
    """

    def __init__(self, sharers):
        self.sharers, self.lock, self.object = sharers, threading.RLock(), None
        self.ready, self.begun, self.arrived = set(), set(), dict.fromkeys(LEVELS, 0)


def place_instances(opening, places):
    """For each thread its instances by the number of the class; `places` are its ten numbers. None: fixtures without a state."""
    shared = {}

    def find(scope, number, place):
        owner, sharers = {"Benchmark": (0, place[1]), "Group": (place[2], place[7])}.get(scope, (place[0], 1))
        return shared.setdefault((number, owner), Instance(sharers))

    return [{None: find("Benchmark", None, place), **{state.number: find(state.scope, state.number, place) for state in opening.states}}
            for place in places]


def make_object(opening, state, instance):
    """The object of an instance, which the first of its threads makes. Raises Failure."""
    with instance.lock:
        if instance.object is None:
            try:
                made = state.type()
            except Exception as error:
                raise as_failure("setup", state.name or opening.benchmark.name, error) from None
            for param, value in opening.values:
                if param.owner == state.number and param.own:
                    _assign(param, value, made)
            instance.object = made


def activate(opening, anew=False):
    """Put the case's values into the fields of classes, if another case's are there or `anew`. Raises Failure."""
    global _active
    if _active is opening and not anew:
        return
    for param, value in opening.values:
        # A class with __slots__ holds no value of a field, only the descriptor that finds it in an object.
        if param.shared and not hasattr(getattr(param.home, param.attribute, None), "__set__"):
            _assign(param, value, param.home)
    _active = opening


def _assign(param, value, target):
    try:
        setattr(target, param.attribute, value if param.constants_of is None else param.constants_of[value])
    except Exception as error:
        raise as_failure("setup", param.name, error) from None
