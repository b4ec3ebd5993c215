"""Settings: how one level is completed by the next, and how texts give them, on the command line and in clamh.toml."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from clamh.model.options import MODES, PRINTED, UNITS_NS
from clamh.model.sources import Settings

LAYOUTS = ("random", "static")
# JMH's own spellings beside the guide's.
UNIT_SPELLINGS = {**{unit: unit for unit in UNITS_NS}, **{printed: unit for unit, printed in PRINTED.items()}}


def merge_levels(levels: Iterable[Settings]) -> Settings:
    """Settings of several levels, the nearest first: each one that is not said is inherited from the next."""
    text: dict[str, Any] = {}
    own: dict[str, tuple[str, ...]] = {}
    for level in levels:
        for name, value in msgspec.structs.asdict(level).items():
            if name == "language":
                own = {**(value or {}), **own}
            elif text.get(name) is None:
                text[name] = value
    return Settings(**text, language=own or None)


class Misspelled(ValueError):
    """A text that is no value of its option: what is wrong, what to give, and `example`, a text that would do."""

    def __init__(self, message: str, hint: str, example: str = "", code: str = "option"):
        super().__init__(message)
        self.hint, self.example, self.code = hint, example, code


def count(text: str, least: int) -> int:
    """A whole number of at least `least`. Raises Misspelled."""
    if re.fullmatch(r"[0-9]{1,18}", text) and int(text) >= least:
        return int(text)
    raise Misspelled(f"'{text}' is not an integer of at least {least}", "give a number, such as", "5")


def parse_time_ns(text: str) -> int:
    """A time in nanoseconds, written as a whole number with a unit, seconds where it has none. Raises Misspelled."""
    match = re.fullmatch(r"\s*([0-9]{1,12})\s*([A-Za-z]*)\s*", text)
    unit = UNIT_SPELLINGS.get(match[2].lower() or "s") if match else None
    if match and unit and int(match[1]) > 0:
        return int(match[1]) * UNITS_NS[unit]
    wrong = f"'{text}' is not an integer above 0 with a unit"
    if match and not unit:
        wrong = f"'{match[2]}' in '{text}' is not a time unit"
    raise Misspelled(wrong, "give an integer and a unit (ns us ms s m h d; default s):", "200ms")


def unit(text: str) -> str:
    """A unit of time by any of its names. Raises Misspelled."""
    if text.lower() not in UNIT_SPELLINGS:
        raise Misspelled(f"'{text}' is not a time unit", f"choose one of {' '.join(UNIT_SPELLINGS)}")
    return UNIT_SPELLINGS[text.lower()]


def parse_modes(text: str) -> tuple[str, ...]:
    """Modes by their names, long or short, or by what only one short name begins with, as JMH takes them.

    Raises Misspelled.
    """
    found: list[str] = []
    wrong: list[str] = []
    for word in text.split(","):
        meant = [short for name, short in MODES.items() if word.lower() in (name.lower(), short)]
        meant = meant or [short for short in MODES.values() if word and short.startswith(word.lower())]
        if len(meant) != 1:
            message = f"could be {' or '.join(meant)}" if word and meant else "is not a benchmark mode"
            wrong.append(f"'{word}' {message}")
        found += meant
    if wrong:
        raise Misspelled(", ".join(wrong), f"choose one or more of {', '.join(MODES.values())}")
    return tuple(found)


def parse_forks(text: str) -> int:
    """A number of forks; none at all is refused. Raises Misspelled."""
    if re.fullmatch("0+", text):
        raise Misspelled("0 would measure inside the driver; CLAMH never does that",
                         "run one case without the driver: ./run_<name> --solo BENCHMARK; or give", "1", code="no-fork")
    return count(text, 1)


def parse_layout(text: str) -> str:
    """Where things lie in memory (layouts.py). Raises Misspelled."""
    if text.lower() not in LAYOUTS:
        raise Misspelled(f"'{text}' is not a layout", f"choose one of {' '.join(LAYOUTS)}")
    return text.lower()


THREADS = {"max": -1, "half_max": -2, "halfmax": -2}  # the last is JMH's spelling


def parse_threads(text: str) -> tuple[int, ...]:
    """Numbers of threads, -1 for `max` and -2 for `half_max`; one case for each. Raises Misspelled."""
    try:
        return tuple(
            dict.fromkeys(THREADS.get(part.strip().lower()) or count(part.strip(), 1) for part in text.split(",")))
    except Misspelled as error:
        raise Misspelled(f"{error}, nor max or half_max", "give a number of threads, or several:", "1,2,max") from None


def parse_thread_groups(text: str) -> tuple[int, ...]:
    """Threads of each member of a group; not all of them 0. Raises Misspelled."""
    found = tuple(count(part.strip(), 0) for part in text.split(","))
    if not any(found):
        raise Misspelled(f"'{text}' gives a group no thread", "give a number of threads for each member, such as",
                         "1,3")
    return found


# The options with a meaning for a benchmark, most of them JMH's: the setting, and how its text is read.
OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "bm": ("modes", parse_modes),
    "f": ("forks", parse_forks),
    "wf": ("warmup_forks", partial(count, least=0)),
    "i": ("measurement_iterations", partial(count, least=1)),
    "bs": ("measurement_batch_size", partial(count, least=1)),
    "wi": ("warmup_iterations", partial(count, least=0)),
    "wbs": ("warmup_batch_size", partial(count, least=1)),
    "opi": ("operations_per_invocation", partial(count, least=1)),
    "r": ("measurement_time_ns", parse_time_ns),
    "w": ("warmup_time_ns", parse_time_ns),
    "t": ("threads", parse_threads),
    "tg": ("thread_groups", parse_thread_groups),
    "to": ("timeout_ns", parse_time_ns),
    "tu": ("time_unit", unit),
    "layout": ("layout", parse_layout),
    "min-iterations": ("min_iterations", partial(count, least=1)),
    "max-iterations": ("max_iterations", partial(count, least=1)),
}


def parse_settings(texts: Mapping[str, str], wrong: Callable[[str, Misspelled], None]) -> Settings:
    """Settings of texts by option; `wrong` hears of each text that is no value, with its option."""
    answer = {}
    for option, text in texts.items():
        setting, read = OPTIONS[option]
        try:
            answer[setting] = read(text)
        except Misspelled as error:
            wrong(option, error)
    return Settings(**answer)
