"""What `open` says of a case, its numbers looked up in the tables of the artifact."""

LEVELS = ("invocation", "iteration", "trial")  # innermost first
NUMBERS = ("threads", "batch", "wbatch", "opi", "seed", "forks", "wforks", "wi", "w", "i", "r", "to")


def _read_integer(text):
    return int(text, 16 if "x" in text.lower() else 10)


def _read_float(text):
    return float.fromhex(text) if "x" in text.lower() else float(text)


PARSERS = {"integer": _read_integer, "float": _read_float, "boolean": {"true": True, "false": False}.__getitem__}


class Step:
    """The fixtures of one state at one level; `state` is None for fixtures that take none."""

    def __init__(self, tables, text):
        self.level, state, *lists = text.split(":")
        self.state = int(state) if state else None
        self.setups, self.teardowns = ([tables.fixtures[number] for number in _numbers(part)] for part in lists)


class Opening:
    """The fields of `open`. Raises LookupError or ValueError for what cannot be opened."""

    def __init__(self, tables, texts):
        pairs = [text.partition("=")[::2] for text in texts]
        fields = dict(pairs)
        self.benchmark = [*tables.benchmarks, tables.floor][int(fields["benchmark"])]
        self.mode, self.layout, self.gc, self.unit = (fields[name] for name in ("mode", "layout", "gc", "tu"))
        for name in NUMBERS:
            setattr(self, name, int(fields[name]))
        self.may_wait = fields["waits"] == "1"
        self.layout_seed = int(fields["lseed"]) if self.layout == "random" else 0
        self.states = [tables.classes[number] for number in _numbers(fields.get("states"))]
        self.checks = [tables.checks[number] for number in _numbers(fields.get("checks"))]
        self.counters = [tables.counters[number] for number in _numbers(fields.get("counters"))]
        self.injected = fields.get("injected", "").split(",")
        self.steps = [Step(tables, value) for name, value in pairs if name == "step"]
        self.values = []  # of (param, value)
        self.texts = {}  # of params, by full name
        for number, _, text in (value.partition(":") for name, value in pairs if name == "p"):
            param = tables.params[int(number)]
            self.values.append((param, PARSERS.get(param.type, str)(text)))
            self.texts[param.name] = text
        self.groups = _numbers(fields.get("tg")) or [1]
        numbers = [state.number for state in self.states]
        # by function, in the order of making
        self.uses = [_numbers(value) for name, value in pairs if name == "uses"] or [numbers]


def _numbers(text):
    return [int(number) for number in text.split(",")] if text else []
