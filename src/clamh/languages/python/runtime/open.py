"""Checking what a case is asked to be, and making it."""

from __future__ import annotations

import re

from .case import Case
from .failure import Failure, usage
from .param import convert

MODES = ("avgt", "thrpt", "sample", "ss", "wall")
MANY = 2**62
MOST_THREADS = 4096
# What `open` may say besides the params; from `forks` on it is there for BenchmarkParams only.
DEFAULTS = {
    "benchmark": "", "mode": "avgt", "threads": "1", "tg": None, "lseed": None, "layout": "random", "batch": "1", "wbatch": None,
    "opi": "1", "seed": "0", "gc": "false",
    "forks": "0", "wforks": "0", "wi": "0", "w": "0", "i": "1", "r": "0", "to": "0", "tu": "ns",
}


def whole(text, least, most, what=None):
    """A whole number. Raises Failure."""
    value = int(text) if re.fullmatch(r"[0-9]{1,20}", text) else -1
    if not least <= value <= most:
        raise usage(f"{what or repr(text)} is no whole number from {least} to {most}")
    return value


def open_case(registry, name, asked, params):
    """The case; `asked` has the fields of DEFAULTS as texts, `params` texts by full name. Raises Failure."""
    def number(field, least, most=MANY, otherwise=None):
        text = asked[field] if asked[field] is not None else otherwise
        return whole(text, least, most, f"{field}={text}")

    benchmark = registry.benchmark(asked["benchmark"])
    if benchmark is None:
        raise usage(f"no benchmark is called {asked['benchmark']}")
    if asked["mode"] not in MODES:
        raise usage(f"mode {asked['mode']} is none of {', '.join(MODES)}")
    if asked["gc"] not in ("true", "false", "off"):
        raise usage(f"gc={asked['gc']} is none of true, false, off")
    if asked["layout"] not in ("random", "static"):
        raise usage(f"layout={asked['layout']} is none of random, static")
    if asked["mode"] == "sample" and any("Operations" in one.takes for one in benchmark.functions):
        raise Failure("unsupported", "", f"{asked['benchmark']} takes Operations, and mode sample times batches of equal work")
    seed = number("seed", 0, 2**64 - 1)
    threads, groups = number("threads", 1, MOST_THREADS), _groups(benchmark, asked)
    if threads % sum(groups):
        raise usage(f"threads={threads} is no multiple of the {sum(groups)} threads of one group")
    opening = {
        "id": name, "mode": asked["mode"], "seed": seed, "threads": threads, "groups": groups, "gc": asked["gc"], "texts": params,
        "layout_seed": 0 if asked["layout"] == "static" else number("lseed", 0, 2**64 - 1, asked["seed"]),
        "batch": {"measurement": number("batch", 1), "warmup": number("wbatch", 1, otherwise=asked["batch"])},
        "operations_per_invocation": number("opi", 1),
        "plan": {"tu": asked["tu"], **{key: number(key, 0) for key in ("forks", "wforks", "wi", "w", "i", "r", "to")}},
    }
    values = _values(registry.needs(benchmark), params, asked["benchmark"])
    made = Case(registry, opening, benchmark)
    made.values = values
    return made


def _groups(benchmark, asked):
    if not benchmark.group:
        if asked["tg"] is not None:
            raise usage(f"tg={asked['tg']}: {asked['benchmark']} is no group")
        return [1]
    if asked["tg"] is None:
        return [one.threads for one in benchmark.functions]
    groups = [whole(one, 0, MOST_THREADS, f"tg={asked['tg']}") for one in asked["tg"].split(",")]
    if len(groups) != len(benchmark.functions) or not any(groups):
        raise usage(f"tg={asked['tg']} is no number of threads for each of {', '.join(one.name for one in benchmark.functions)}")
    return groups


def _values(needs, params, benchmark):
    values = []
    for param in needs.params:
        if param.name not in params:
            raise usage(f"param {param.name} is not given")
        value = convert(param.type, params[param.name], param.constants)
        if value is None:
            raise usage(f'param {param.name} is of type {param.type} and cannot be "{params[param.name]}"')
        values.append((param, value))
    for name in params:
        if not any(param.name == name for param in needs.params):
            raise usage(f"no state of {benchmark} has a param {name}")
    return values
