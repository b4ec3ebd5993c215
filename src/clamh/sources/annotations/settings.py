"""Checked annotations → Settings: the modes, times and counts that the plan uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamh.languages import Language
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import UNITS_NS
from clamh.model.settings import Misspelled, parse_time_ns
from clamh.model.sources import Fraction, Location, Settings
from clamh.sources.annotations.arguments import Checked, not_built
from clamh.sources.annotations.table import MODES, THREADS, TIME_UNITS

ALL_MODES = ("thrpt", "avgt", "sample", "ss")


def read_settings(checked: Sequence[Checked], language: Language) -> tuple[Settings, list[Diagnostic]]:
    """The settings in the annotations of a declaration; an omitted setting is None and will be inherited.

    Modes that only the host's compiler can evaluate become (): the catalog has them.
    """
    values_by_setting: dict[str, Any] = {}
    problems: list[Diagnostic] = []
    own: dict[str, tuple[str, ...]] = {}
    for checked_annotation in checked:
        values, name = checked_annotation.values, checked_annotation.annotation.name
        if name == "BenchmarkMode":
            values_by_setting["modes"], wrong_modes = _modes(checked_annotation, language)
            problems += wrong_modes
        elif name in ("Warmup", "Measurement"):
            prefix = name.lower()
            values_by_setting[f"{prefix}_iterations"] = values.get("iterations")
            values_by_setting[f"{prefix}_time_ns"] = _time(checked_annotation)
            values_by_setting[f"{prefix}_batch_size"] = values.get("batchSize")
            if name == "Measurement":
                values_by_setting["min_iterations"] = values.get("minIterations")
                values_by_setting["max_iterations"] = values.get("maxIterations")
                problems += _contrary_bounds(checked_annotation)
            problems += _unit_without_time(checked_annotation, language)
        elif name == "AutoWarmup":
            values_by_setting["auto_warmup"] = True
            values_by_setting["auto_warmup_max_ns"], wrong_times = _longest_warmup(checked_annotation)
            values_by_setting["auto_warmup_tolerance"], wrong_shares = _tolerance(checked_annotation)
            problems += [*wrong_times, *wrong_shares]
        elif name == "Fork":
            values_by_setting["forks"] = values.get("value")
            values_by_setting["warmup_forks"] = values.get("warmups")
        elif name == "Threads":
            listed = values.get("value")
            values_by_setting["threads"] = listed and tuple(
                dict.fromkeys(THREADS.get(number, number) for number in listed))
        elif name == "OperationsPerInvocation":
            values_by_setting[
                "operations_per_invocation"] = None if "value" in checked_annotation.unread else values.get("value", 1)
        elif name == "OutputTimeUnit" and "value" in values:
            values_by_setting["time_unit"] = TIME_UNITS[values["value"]]
        elif name == "Timeout":
            values_by_setting["timeout_ns"] = _time(checked_annotation)
        elif name == "Layout":
            values_by_setting["layout"] = values.get("value")
            values_by_setting["layout_seed"] = values.get("seed")
        own |= checked_annotation.own
    return Settings(**values_by_setting, language=own or None), problems


def _modes(checked: Checked, language: Language) -> tuple[tuple[str, ...] | None, list[Diagnostic]]:
    if "value" in checked.unread:
        return (), []
    if "value" not in checked.values:
        return None, []
    modes: list[str] = []
    for constant in checked.values["value"]:
        modes += ALL_MODES if constant == "All" else (MODES[constant],)
    location = checked.annotation.arguments[0].location or checked.annotation.location
    names = {short: name for name, short in MODES.items()}
    return tuple(dict.fromkeys(modes)), [
        not_built(f"Mode.{names[mode]}", language, location) for mode in modes if mode not in language.modes
    ]


def _time(checked: Checked) -> int | None:
    """The time in ns; None if only the host's compiler can evaluate its unit."""
    if checked.values.get("time") is None or "timeUnit" in checked.unread:
        return None
    return checked.values["time"] * UNITS_NS[TIME_UNITS[checked.values.get("timeUnit", "SECONDS")]]


def _longest_warmup(checked: Checked) -> tuple[int | None, list[Diagnostic]]:
    text = checked.values.get("max")
    if text is None:
        return None, []
    try:
        return parse_time_ns(text), []
    except Misspelled as error:
        return None, [
            Diagnostic(code="wrong-time", message=f"AutoWarmup's max: {error}", hint='write max = "10s"',
                       location=_locate_argument(checked, "max"))
        ]


def _tolerance(checked: Checked) -> tuple[float | None, list[Diagnostic]]:
    """A share; the table cannot say that it is above 0 and at most 1."""
    value = checked.values.get("tolerance")
    if value is None:
        return None, []
    text = value.text if isinstance(value, Fraction) else str(value)
    if 0 < float(text) <= 1:
        return float(text), []
    return None, [
        Diagnostic(code="wrong-share", message=f"AutoWarmup's tolerance is {text}, not a share above 0 and at most 1",
                   hint="write tolerance = 0.01 for 1 %", location=_locate_argument(checked, "tolerance"))
    ]


def _locate_argument(checked: Checked, name: str) -> Location:
    annotation = checked.annotation
    return next((argument.location for argument in annotation.arguments if argument.key == name and argument.location),
                annotation.location)


def _unit_without_time(checked: Checked, language: Language) -> list[Diagnostic]:
    values = checked.values
    if "timeUnit" not in values or "time" in values or "time" in checked.unread or not language.claims_plain:
        return []
    return [Diagnostic(code="unit-without-time", message=f"{checked.annotation.name} has a timeUnit but no time",
                       hint="write time = … beside it", location=checked.annotation.location)]


def _contrary_bounds(checked: Checked) -> list[Diagnostic]:
    least, most = checked.values.get("minIterations"), checked.values.get("maxIterations")
    if least is None or most is None or least <= most:
        return []
    return [Diagnostic(code="call-bounds", hint="give a maximum that is not smaller",
                       message=f"Measurement's minIterations {least} is above its maxIterations {most}",
                       location=_locate_argument(checked, "minIterations"))]
