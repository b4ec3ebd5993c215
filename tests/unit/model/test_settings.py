"""Are texts of settings read as in JMH, and does a farther level complete only settings that a nearer one omits?"""

from __future__ import annotations

import pytest

from clamh.model.settings import OPTIONS, Misspelled, merge_levels, parse_settings
from clamh.model.sources import Settings


@pytest.mark.parametrize(("option", "text", "setting", "value"), [
    ("f", "3", "forks", 3),
    ("wf", "0", "warmup_forks", 0),
    ("wi", "0", "warmup_iterations", 0),
    ("w", "2", "warmup_time_ns", 2_000_000_000),
    ("r", " 200 MS ", "measurement_time_ns", 200_000_000),
    ("to", "2h", "timeout_ns", 7_200_000_000_000),
    ("tu", "min", "time_unit", "m"),
    ("layout", "Static", "layout", "static"),
    ("bm", "Throughput,av", "modes", ("thrpt", "avgt")),
])
def test_a_text_is_read(option: str, text: str, setting: str, value: object) -> None:
    assert parse_settings({option: text}, pytest.fail) == Settings(**{setting: value})


@pytest.mark.parametrize(("option", "text", "message"), [
    ("f", "0", "0 would measure inside the driver; CLAMH never does that"),
    ("f", "-1", "'-1' is not an integer of at least 1"),
    ("f", "00", "0 would measure inside the driver; CLAMH never does that"),
    ("i", "0", "'0' is not an integer of at least 1"),
    ("r", "0ms", "'0ms' is not an integer above 0 with a unit"),
    ("w", "2 weeks", "'weeks' in '2 weeks' is not a time unit"),
    ("tu", "fortnight", "'fortnight' is not a time unit"),
    ("layout", "fixed", "'fixed' is not a layout"),
    ("bm", "s", "'s' could be sample or ss"),
    ("bm", "avgt,", "'' is not a benchmark mode"),
    ("bm", "fast,avgt,s", "'fast' is not a benchmark mode, 's' could be sample or ss"),
])
def test_a_wrong_text_is_reported_and_others_are_read(option: str, text: str, message: str) -> None:
    reported: list[tuple[str, Misspelled]] = []
    assert parse_settings({option: text, "bs": "7"}, lambda *problem: reported.append(problem)) == Settings(measurement_batch_size=7)
    ((name, error),) = reported
    assert (name, str(error)) == (option, message) and error.hint


def test_every_setting_but_a_languages_own_has_an_option() -> None:
    annotated = {"layout_seed", "auto_warmup", "auto_warmup_max_ns", "auto_warmup_tolerance"}  # a seed for all forks, and when warmup ends
    assert {setting for setting, _ in OPTIONS.values()} == {*Settings.__struct_fields__} - {"language"} - annotated


def test_the_nearest_level_with_a_setting_wins() -> None:
    near = Settings(forks=2, warmup_iterations=0, language={"a": ("1",)})
    far = Settings(forks=9, warmup_time_ns=5, modes=("ss",), language={"a": ("2",), "b": ("3",)})
    assert merge_levels([near, far]) == Settings(
        forks=2, warmup_iterations=0, warmup_time_ns=5, modes=("ss",), language={"a": ("1",), "b": ("3",)})
    assert merge_levels([Settings(modes=()), Settings(modes=("ss",))]).modes == ()  # only the host's compiler can read them
    assert merge_levels([]) == Settings()
