"""The instances of states, and the values of params, which fields of classes share between the cases of a process."""

import threading

from .failure import as_failure
from .opening import LEVELS

_active = None  # the case whose values the fields of classes hold


class Instance:
    """An instance of a state, or of no state for fixtures that take none; `sharers` is the number of its threads.

    `failed` while a setup runs and when it has failed. At each level: `ready` once all setups have run, `begun` once
    the first has returned, `arrived` threads at the teardowns.
    """

    def __init__(self):
        self.sharers, self.lock, self.object, self.failed = 0, threading.RLock(), None, False
        self.ready, self.begun, self.arrived = set(), set(), dict.fromkeys(LEVELS, 0)


def place_instances(opening, places):
    """For each thread its instances by the number of the state, in the order of making; None stands for no state.

    `places` are the ten numbers of each thread.
    """
    shared, found = {}, []
    scopes = {None: "Benchmark", **{state.number: state.scope for state in opening.states}}
    for place in places:
        owners = {"Benchmark": 0, "Group": place[2], "Thread": place[0]}
        numbers = (None, *opening.uses[place[4]])
        found.append({number: shared.setdefault((number, owners[scopes[number]]), Instance()) for number in numbers})
        for instance in found[-1].values():
            instance.sharers += 1
    return found


def make_object(opening, state, instance):
    """Make the object of an instance, unless another thread has made it. Raises Failure."""
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
