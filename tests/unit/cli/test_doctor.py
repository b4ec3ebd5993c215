"""Does the table of toolchains tell what works, what does not and why, and what is missing?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.cli.doctor import TriedPlatform, describe_outside, format_table
from clamh.languages import languages
from clamh.model.artifacts import Platform, Skip

LANGUAGE = "cpp"
CLOCK = {"name": "CLOCK", "step_ns": 20.0, "cost_ns": 30.9}


def platform(name: str, **facts: str) -> Platform:
    return Platform(id=f"{LANGUAGE}/{name}", language=LANGUAGE, executable=f"/bin/{name}", version="12.2.0", **facts)


def test_working_platform_shows_version_path_and_clock() -> None:
    works = TriedPlatform(platform("one", runtime="a runtime"), CLOCK, "")
    assert format_table([works], [], 80) == [
        "           version  clock  step   a reading",
        "  cpp/one  12.2.0   CLOCK  20 ns  30.9 ns",
        "    /bin/one a runtime",
    ]


def test_broken_platform_shows_output_and_hint() -> None:
    lines = format_table([TriedPlatform(platform("one"), {}, "compile failed\nno crt1.o")], [], 80)
    assert lines[1:] == ["  cpp/one  12.2.0   BROKEN", "    /bin/one", "    compile failed",
                         "    no crt1.o", f"    hint: {languages()[LANGUAGE].toolchain.INSTALL_HINT}"]


def test_missing_and_refused_platforms_differ() -> None:
    skips = [Skip(platform="a", reason="none on PATH", hint="get one"),
             Skip(platform="b/1", reason="too old", hint="get a newer", broken=True)]
    assert format_table([], skips, 80) == ["  a  missing", "    none on PATH", "    hint: get one",
                                    "  b/1  BROKEN", "    too old", "    hint: get a newer"]


@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_three_line_source(language: str) -> None:
    code = [line for line in languages()[language].doctor_source.read_text().splitlines() if "answer(" in line]
    assert len(code) == 1 and "return 42" in code[0]


def test_every_language_says_how_it_is_installed() -> None:
    assert all(" install " in language.toolchain.INSTALL_HINT for language in languages().values())


def test_long_words_of_a_compiler_stay_within_the_terminal() -> None:
    trouble = "a message of many words " * 10
    assert max(map(len, format_table([TriedPlatform(platform("one"), {}, trouble)], [], 60))) <= 60


def test_folders_for_sources_without_clamh_are_listed() -> None:
    folders = [Path(line.split("-I ")[1]) for line in describe_outside() if "-I " in line]
    assert folders and all((folder / "clamh.h").is_file() for folder in folders)
