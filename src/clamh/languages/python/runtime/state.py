"""The registry: what the wrapper says that there is (facts, plain data), with what the user's modules have of it.

Classes, fixtures, params and benchmarks are known by their number. A class that is no state (its name is empty) is
there because a benchmark or fixture is a method of it.
"""

from __future__ import annotations

FLOOR = "clamh.empty"
KINDS = ("classes", "params", "counters", "checks", "fixtures", "benchmarks")


class Record:
    """One noun of the facts, its fields as attributes."""

    def __init__(self, number, fields):
        self.id = number
        self.__dict__.update(fields)


class Needs:
    """What a benchmark uses: classes in the order of setting up, states in that of its parameters."""

    classes = states = fixtures = params = counters = checks = injected = ()


class Registry:
    """`find(file, expression)` gives what the user's module has; raises LookupError where it has not."""

    def __init__(self, facts):
        for kind in KINDS:
            setattr(self, kind, [Record(number, one) for number, one in enumerate(facts[kind])])
        self.sources = facts["sources"]
        empty = Record(-1, {"name": FLOOR, "takes": [], "function": None, "code": "f()", "threads": 1, "method": False, "home": None, "states": []})
        self.floor = Record(-1, {"name": FLOOR, "functions": [empty], "group": False, "settings": {}})
        for one in self.benchmarks:
            one.functions = [Record(at, fields) for at, fields in enumerate(one.functions)]

    def benchmark(self, name):
        """The benchmark of that full name, None where there is none."""
        if name == FLOOR:
            return self.floor
        return next((one for one in self.benchmarks if one.name == name), None)

    @property
    def states(self):
        """The states that are used, in the order of the catalog."""
        used = {number for one in self.benchmarks for called in one.functions for number in touched(called)}
        used |= {number for one in self.fixtures for number in touched(one)}
        used |= {one.owner for one in self.params}
        return [one for one in self.classes if one.name and one.id in used]

    def needs(self, benchmark):
        """What a benchmark uses, its fixtures included, in the order of setting up (dependencies first)."""
        needs = Needs()
        if benchmark is self.floor:  # not even a fixture of all
            return needs
        fixtures = [one for one in self.fixtures if one.only is None or benchmark.name in one.only]
        used = dict.fromkeys(number for called in benchmark.functions for number in touched(called))
        running = {}
        before = -1
        while before != len(running):  # a fixture brings its other states along, and they their own fixtures
            before = len(running)
            for fixture in fixtures:
                owner = self.owner_of(fixture)
                if fixture.id not in running and (owner is None or owner in used):
                    used.update(dict.fromkeys(touched(fixture)))
                    running[fixture.id] = fixture
        ordered = [running[number] for number in sorted(running)]
        needs.classes = self._setup_order(benchmark, ordered)
        needs.states = [number for number in used if self.classes[number].name]
        needs.fixtures = [fixture for number in (None, *needs.classes) for fixture in ordered if self.owner_of(fixture) == number]
        needs.params = [one for one in self.params if one.owner in used]
        needs.counters = [one for one in self.counters if one.owner in used]
        needs.checks = [one for one in self.checks if one.owner in used]
        needs.injected = unique(taken for one in (*benchmark.functions, *ordered) for taken in one.takes if isinstance(taken, str))
        return needs

    def owner_of(self, fixture):
        """The first state that a fixture touches, with which it runs (its object, when it touches no state; None, when it
        touches nothing: it runs with every benchmark)."""
        classes = touched(fixture)
        return next((number for number in classes if self.classes[number].name), classes[0] if classes else None)

    def _setup_order(self, benchmark, running):
        """JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level;
        set up from the back, so that what a fixture takes comes before it."""
        taken = [number for one in benchmark.functions for number in classes_of(one)[1 if one.method else 0:]]
        own = [number for one in benchmark.functions for number in touched(one)]
        level, everything = unique([*taken, *own]), []
        for _ in range(len(running) + 1):  # a cycle ends too
            everything += level
            level = unique(other for number in level for fixture in running if self.owner_of(fixture) == number
                           for other in touched(fixture) if other != number)
            if not level:
                break
        return unique(reversed(everything))


def unique(values):
    """Each once, in their order."""
    return list(dict.fromkeys(values))


def classes_of(one):
    """The classes among what a function takes; the rest are names of injected objects."""
    return [taken for taken in one.takes if isinstance(taken, int)]


def touched(one):
    """All the classes that a function touches: the one whose method it is (a static one too), then its parameters."""
    return unique([*([] if one.home is None else [one.home]), *classes_of(one)])
