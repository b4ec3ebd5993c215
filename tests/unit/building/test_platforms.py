"""Which platforms are chosen: the command line, clamh.toml, the language's variable, PATH, in this order?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from clamh.building.platforms import choose_platforms, find_all_platforms
from clamh.model.artifacts import Platform, Skip
from clamh.model.configuration import Configuration
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import SourceFile, Suite, Unit


JAVA = {"release": 17, "javac_version": 17}  # of what its toolchain puts together


def platform(id_: str, **more) -> Platform:
    return Platform(id=id_, language=id_.split("/")[0], executable=f"/bin/{id_.split('/')[1]}", version="1", **{"facts": JAVA, **more})


THERE = {
    "cpp": [platform("cpp/g++-12", flags=("-O3",)), platform("cpp/clang++-19", flags=("-O3",))],
    "java": [platform("java/openjdk-17"), platform("java/temurin-25")],
    "javascript": [],
}
MISSING = {"javascript": [Skip(platform="javascript", reason="no Node.js", hint="pip install")]}


def probe(language: str, program: str, flags: tuple[str, ...]) -> Platform | str:
    if "-bad" in flags or "absent" in program:
        return "no such thing"
    return Platform(id=f"{language}/asked", language=language, executable=program, version="1",
                    flags=("-O3", *flags), extra=flags, facts=JAVA)


@pytest.fixture
def chosen(tmp_path: Path):
    """chosen(clamh.toml, files …, options …): ids with the flags that they have more, by file, and the skips."""

    def chosen(text: str, *names: str, there=THERE, **options):
        if text:
            (tmp_path / "clamh.toml").write_text(text, encoding="utf-8")
        kinds = {".cpp": "cpp", ".java": "java", ".js": "javascript"}
        units = []
        for name in names:
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            source = SourceFile(path=str(file), language=kinds[file.suffix], sha256="", benchmarks=True)
            units.append(Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=()))
        by_source, skipped = choose_platforms(Suite(units=tuple(units)), Options(**options),
                                              lambda language: (there[language], MISSING.get(language, [])), probe)
        return {Path(path).relative_to(tmp_path).as_posix(): [" ".join((platform.id, *platform.extra)) for platform in platforms]
                for path, platforms in by_source.items()}, skipped

    return chosen


def test_default_is_one_platform_per_language(chosen) -> None:
    assert chosen("", "a.cpp", "B.java") == ({"a.cpp": ["cpp/g++-12"], "B.java": ["java/openjdk-17"]}, [])


def test_all_platforms_marked_as_chosen_are_used(chosen) -> None:
    marked = [msgspec.structs.replace(platform, facts={"chosen": True, **JAVA}) for platform in THERE["java"]]
    by_source, _ = chosen("", "B.java", there={**THERE, "java": marked})
    assert by_source == {"B.java": ["java/openjdk-17", "java/temurin-25"]}


def test_unusable_program_of_a_variable_is_skipped_and_reported(tmp_path: Path) -> None:
    source = SourceFile(path=str(tmp_path / "a.cpp"), language="cpp", sha256="", benchmarks=True)
    suite = Suite(units=(Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=()),))
    vain = Skip(platform="cpp/mine", reason="CPP=mine is not there", hint="unset CPP", broken=True, requested_by_user=True)
    on_path = Skip(platform="cpp/g++-5", reason="it is too old", hint="install another", broken=True)
    by_source, skipped = choose_platforms(suite, Options(), lambda language: (THERE[language], [vain, on_path]), probe)
    assert [platform.id for platform in by_source[source.path]] == ["cpp/g++-12"] and skipped == [vain]
    with pytest.raises(InputError, match="CPP=mine is not there"):
        choose_platforms(suite, Options(paths=(source.path,)), lambda language: (THERE[language], [vain]), probe)


def test_clamh_toml_selects_for_the_languages_that_it_speaks_of(chosen) -> None:
    by_source, skipped = chosen('platforms = ["cpp/clang*", "cpp/g*"]', "a.cpp", "B.java")
    assert by_source == {"a.cpp": ["cpp/clang++-19", "cpp/g++-12"], "B.java": ["java/openjdk-17"]} and not skipped


def test_the_command_line_comes_before_clamh_toml(chosen) -> None:
    by_source, _ = chosen('platforms = ["cpp/clang*"]', "a.cpp", platforms=("cpp/g*",))
    assert by_source == {"a.cpp": ["cpp/g++-12"]}


def test_an_option_that_names_the_program_comes_before_clamh_toml(chosen) -> None:
    by_source, _ = chosen('platforms = ["java/temurin*"]', "B.java", language={"java": {"jvm": ("/x/java",)}})
    assert by_source == {"B.java": ["java/openjdk-17"]}


ZGC = "[platform.'java/zgc']\nof = 'java/temurin-25'\njvmArgs = ['-XX:+UseZGC']\n"


def test_one_runtime_with_other_flags_is_a_platform_of_its_own(chosen) -> None:
    by_source, _ = chosen(f"platforms = ['java/temurin-25', 'java/zgc']\n{ZGC}", "B.java")
    assert by_source == {"B.java": ["java/temurin-25", "java/zgc -XX:+UseZGC"]}
    assert chosen("", "B.java", platforms=("all",))[0] == {
        "B.java": ["java/openjdk-17", "java/temurin-25", "java/zgc -XX:+UseZGC"]}


def test_flags_of_a_language_are_for_all_of_its_platforms(chosen) -> None:
    text = "[cpp]\nstd = 'c++20'\n[platform.'cpp/mine']\nof = 'cpp/g++-12'\nflags = ['-O2']"
    assert chosen(text, "a.cpp", platforms=("all",))[0] == {"a.cpp": [
        "cpp/g++-12 -std=c++20", "cpp/clang++-19 -std=c++20", "cpp/mine -std=c++20 -O2"]}


def test_each_folder_has_its_own_file(chosen, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "clamh.toml").write_text("[cpp]\nflags = ['-O1']", encoding="utf-8")
    assert chosen("[cpp]\nflags = ['-O2']", "a.cpp", "b/b.cpp")[0] == {
        "a.cpp": ["cpp/g++-12 -O2"], "b/b.cpp": ["cpp/g++-12 -O1"]}


def test_a_program_of_the_users_own_is_a_platform_where_none_is_found(chosen) -> None:
    assert chosen("[platform.'javascript/mine']\nprogram = 'node-22'", "a.js") == ({"a.js": ["javascript/mine"]}, [])


def test_program_of_clamh_toml_gets_the_flags_of_variables(chosen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXXFLAGS", "-O1 -g0")
    text = "platforms = ['cpp/mine']\n[cpp]\nstd = 'c++20'\n[platform.'cpp/mine']\nprogram = 'g++-11'\nflags = ['-O2']"
    assert chosen(text, "a.cpp") == ({"a.cpp": ["cpp/mine -O1 -g0 -std=c++20 -O2"]}, [])


@pytest.mark.parametrize(("text", "platform", "reason"), [
    ("platforms = ['cpp/icx*']", "cpp/icx*", "clamh.toml:1 asks for it, but this machine does not have it"),
    (ZGC.replace("temurin-25", "zulu-21"), "java/zgc",
     "clamh.toml:1: it uses java/zulu-21, which this machine does not have"),
    ("[platform.'java/zgc']\nprogram = '/absent/java'", "java/zgc", "clamh.toml:1: cannot use /absent/java"),
])
def test_what_this_machine_does_not_have_is_skipped(chosen, text: str, platform: str, reason: str) -> None:
    name = "a.cpp" if platform.startswith("cpp") else "B.java"
    wanted = text if "platforms" in text else f"platforms = ['java/zgc']\n{text}"
    reason = reason.replace(":1:", ":2:")  # the line of `platforms` before it
    by_source, (skip,) = chosen(wanted, "a.cpp", "B.java")
    assert by_source[name] == [] and skip.platform == platform and reason in skip.reason and skip.hint
    with pytest.raises(InputError, match="none|does not have|cannot use"):
        chosen(wanted, "a.cpp", "B.java", strict=True)
    with pytest.raises(InputError) as refused:  # nothing is left
        chosen(wanted, name)
    assert [(problem.code, problem.hint) for problem in refused.value.diagnostics] == [("no-such-platform", skip.hint)]
    assert refused.value.diagnostics[0].location.line == 1


def test_hint_for_a_missing_platform_names_the_present_ones(chosen) -> None:
    (skip,) = chosen("platforms = ['cpp/icx-2024']", "a.cpp", "B.java")[1]
    assert skip.hint == "install it, or choose one of: cpp/g++-12, cpp/clang++-19"
    (skip,) = chosen("platforms = ['cpp/g+-12']", "a.cpp", "B.java")[1]
    assert skip.hint == "did you mean cpp/g++-12? Otherwise install it, or choose one of: cpp/g++-12, cpp/clang++-19"
    (skip,) = chosen(f"platforms = ['java/zgc']\n{ZGC.replace('temurin-25', 'zulu-21')}", "a.cpp", "B.java")[1]
    assert skip.hint == "install it, or choose one of: java/openjdk-17, java/temurin-25"


@pytest.mark.parametrize(("pattern", "hint"), [
    ("javascript/*", "no Node.js; pip install"), ("java/*-8", "platforms of this machine: cpp/g++-12, cpp/clang++-19, java/openjdk-17, java/temurin-25")])
def test_a_pattern_without_a_platform_names_the_reason_that_its_language_has(chosen, pattern: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        chosen("", "a.cpp", "B.java", "c.js", platforms=(pattern,))
    assert [problem.hint for problem in refused.value.diagnostics] == [hint]


def test_a_pattern_of_no_language_is_an_error_in_its_line(chosen) -> None:
    with pytest.raises(InputError) as caught:
        chosen("\nplatforms = ['javascirpt/*', 'cpp/*', '*/*-12']\n", "a.cpp")
    (problem,) = caught.value.diagnostics
    assert problem.location and problem.location.line == 2 and problem.message == "'javascirpt/*' in platforms names no language"


def test_flags_that_are_refused_are_an_error_in_the_line_of_clamh_toml(chosen) -> None:
    with pytest.raises(InputError) as caught:
        chosen("\n[cpp]\nflags = ['-bad']\n", "a.cpp")
    (problem,) = caught.value.diagnostics
    assert problem.code == "bad-flags" and problem.location and problem.location.line == 2 and "cpp/g++-12" in problem.message


def test_unmatched_platform_names_the_present_ones(chosen) -> None:
    with pytest.raises(InputError) as caught:
        chosen(ZGC, "B.java", platforms=("java/ibm*",))
    assert caught.value.diagnostics[0].hint == "platforms of this machine: java/openjdk-17, java/temurin-25, java/zgc"


def test_a_language_whose_file_was_named_must_be_there(chosen, tmp_path: Path) -> None:
    assert [skip.reason for skip in chosen("", "a.js")[1]] == ["no Node.js"]
    with pytest.raises(InputError, match="no Node.js"):
        chosen("", "a.js", paths=(str(tmp_path / "a.js"),))


def test_doctor_reports_unusable_programs_beside_working_ones() -> None:
    vain = Skip(platform="javascript/node", reason="NODE=old is too old", hint="unset NODE", broken=True, requested_by_user=True)
    other_skip = msgspec.structs.replace(vain, reason="/bin/node is too old", requested_by_user=False)
    there = [platform("javascript/node-24")]
    assert find_all_platforms(Configuration(), "javascript", lambda language: (there, [vain, other_skip]), probe) == (there, [vain])
