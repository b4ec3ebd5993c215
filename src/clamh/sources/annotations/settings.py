"""Checked annotations → Settings: modes, times, counts, as the plan wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamh.languages import Language
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import UNITS_NS
from clamh.model.settings import Misspelled, time_ns
from clamh.model.sources import Fraction, Location, Settings
from clamh.sources.annotations.check import Checked, not_built
from clamh.sources.annotations.table import MODES, THREADS, TIME_UNITS

ALL_MODES = ("thrpt", "avgt", "sample", "ss")


def settings(checked: Sequence[Checked], language: Language) -> tuple[Settings, list[Diagnostic]]:
    """What the annotations of one declaration say; what they leave out is None, to be inherited.

    Modes that only the host's compiler can read come out as (), meaning that the catalog has them.
    """
    said: dict[str, Any] = {}
    problems: list[Diagnostic] = []
    own: dict[str, tuple[str, ...]] = {}
    for one in checked:
        values, name = one.values, one.annotation.name
        if name == "BenchmarkMode":
            said["modes"], found = _modes(one, language)
            problems += found
        elif name in ("Warmup", "Measurement"):
            prefix = name.lower()
            said[f"{prefix}_iterations"] = values.get("iterations")
            said[f"{prefix}_time_ns"] = _time(one)
            said[f"{prefix}_batch_size"] = values.get("batchSize")
            problems += _unit_without_time(one, language)
        elif name == "AutoWarmup":
            said["auto_warmup"] = True
            said["auto_warmup_max_ns"], found = _most_warmup(one)
            problems += found
            said["auto_warmup_tolerance"], found = _tolerance(one)
            problems += found
        elif name == "Fork":
            said["forks"], said["warmup_forks"] = values.get("value"), values.get("warmups")
        elif name == "Threads":
            listed = values.get("value")
            said["threads"] = listed and tuple(dict.fromkeys(THREADS.get(number, number) for number in listed))
        elif name == "OperationsPerInvocation":
            said["operations_per_invocation"] = None if "value" in one.unread else values.get("value", 1)
        elif name == "OutputTimeUnit" and "value" in values:
            said["time_unit"] = TIME_UNITS[values["value"]]
        elif name == "Timeout":
            said["timeout_ns"] = _time(one)
        elif name == "Layout":
            said["layout"], said["layout_seed"] = values.get("value"), values.get("seed")
        own |= one.own
    return Settings(**said, language=own or None), problems


def _modes(one: Checked, language: Language) -> tuple[tuple[str, ...] | None, list[Diagnostic]]:
    if "value" in one.unread:
        return (), []
    if "value" not in one.values:
        return None, []
    modes: list[str] = []
    for constant in one.values["value"]:
        modes += ALL_MODES if constant == "All" else (MODES[constant],)
    location = one.annotation.arguments[0].location or one.annotation.location
    names = {short: name for name, short in MODES.items()}
    return tuple(dict.fromkeys(modes)), [
        not_built(f"Mode.{names[mode]}", language, location) for mode in modes if mode not in language.modes
    ]


def _time(one: Checked) -> int | None:
    """The time in ns; a unit that only the host's compiler can read leaves the time to it."""
    if one.values.get("time") is None or "timeUnit" in one.unread:
        return None
    return one.values["time"] * UNITS_NS[TIME_UNITS[one.values.get("timeUnit", "SECONDS")]]


def _most_warmup(one: Checked) -> tuple[int | None, list[Diagnostic]]:
    text = one.values.get("max")
    if text is None:
        return None, []
    try:
        return time_ns(text), []
    except Misspelled as error:
        return None, [Diagnostic(code="wrong-time", message=f"AutoWarmup's max: {error}", mend='write max = "10s"', location=_place(one, "max"))]


def _tolerance(one: Checked) -> tuple[float | None, list[Diagnostic]]:
    """A share; the table cannot say that it is above 0 and at most 1."""
    value = one.values.get("tolerance")
    if value is None:
        return None, []
    text = value.text if isinstance(value, Fraction) else str(value)
    if 0 < float(text) <= 1:
        return float(text), []
    return None, [Diagnostic(code="wrong-share", message=f"AutoWarmup's tolerance is {text}, not a share above 0 and at most 1",
                             mend="write tolerance = 0.01 for 1 %", location=_place(one, "tolerance"))]


def _place(one: Checked, name: str) -> Location:
    return next((each.location for each in one.annotation.arguments if each.key == name and each.location), one.annotation.location)


def _unit_without_time(one: Checked, language: Language) -> list[Diagnostic]:
    if "timeUnit" not in one.values or "time" in one.values or "time" in one.unread or not language.claims_plain:
        return []
    return [Diagnostic(code="unit-without-time", message=f"{one.annotation.name} has a timeUnit but no time",
                       mend="write time = … beside it", location=one.annotation.location)]
