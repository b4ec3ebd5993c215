"""What is read from clamh.toml, and is every problem reported with its line?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.building.configuration import configurations, read_configuration
from clamh.model.settings import OPTIONS
from clamh.model.sources import Settings

GOOD = """\
# platforms of the team
platforms = ["cpp/*", "java/zgc"]

[cpp]
std = "c++20"
flags = ["-Wall", "-Wextra"]

[platform."java/zgc"]
of = "java/temurin-25"
jvmArgs = ["-XX:+UseZGC", "-Xmx1g"]

[platform."javascript/node-24"]
program = "tools/node"
flags = "--max-semi-space-size=64"

[same]
total = "sum_up"
"Sorter.run" = "sort"

[defaults]
f = 3
w = "100ms"
bm = ["avgt", "Thr"]
"""


@pytest.fixture
def read(tmp_path: Path):
    """read(text): the configuration and what is wrong with it, as (line, message)."""

    def read(text: str):
        path = tmp_path / "clamh.toml"
        path.write_text(text, encoding="utf-8")
        configured, problems = read_configuration(str(path))
        assert all(p.location and p.hint for p in problems)
        return configured, [(p.location.line, p.message) for p in problems]

    return read


def test_a_baseline_is_a_name_and_nothing_else(read) -> None:
    configured, problems = read('\n[same]\nbaseline = "x"\n')
    assert (configured.baseline, problems) == ("", [])
    configured, problems = read('# first\nbaseline = " java/* "\n')
    assert (configured.baseline, configured.baseline_at.line, problems) == ("java/*", 2, [])
    for wrong in ("true", '""', '["a"]', "3", '"  "'):
        assert read(f"\nbaseline = {wrong}\n")[1] == [(2, "baseline is not a name")]


def test_flags_standards_and_own_platforms_are_read(read, tmp_path: Path) -> None:
    configured, problems = read(GOOD)
    assert problems == []
    assert configured.platforms == ("cpp/*", "java/zgc")
    assert configured.flags == {"cpp": ("-std=c++20", "-Wall", "-Wextra")}
    zgc, node = configured.own
    assert (zgc.id, zgc.of, zgc.flags, zgc.location.line) == (
        "java/zgc", "java/temurin-25", ("-XX:+UseZGC", "-Xmx1g"), 8)
    assert (node.program, node.flags) == (str(tmp_path / "tools/node"), ("--max-semi-space-size=64",))
    assert [(line.name, line.other_name, line.location.line, line.location.column) for line in configured.same] == [
        ("total", "sum_up", 17, 1), ("Sorter.run", "sort", 18, 2)]
    assert configured.defaults == Settings(forks=3, warmup_time_ns=100_000_000, modes=("avgt", "thrpt"))


def test_example_clamh_toml_is_right_and_complete(read, tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs/reference/platforms.md").read_text(encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.cpp").touch()
    (tmp_path / "go.mod").touch()
    shown = text.partition("```toml\n")[2].partition("```")[0]
    configured, problems = read(shown)
    assert problems == []
    assert configured.platforms and configured.same and configured.own and configured.sources and configured.defaults != Settings()
    (options,) = re.findall(r"^\| `(.+)` \| `\[defaults\]` \|", text, re.MULTILINE)
    assert set(options.split()) == set(OPTIONS)


def test_wrong_defaults_are_reported_with_their_lines(read) -> None:
    configured, problems = read('[defaults]\nf = 0\nw = "soon"\nprof = "gc"\nwi = 1.5\ni = true\nbs = []\nr = 2\n')
    assert configured.defaults == Settings(measurement_time_ns=2_000_000_000)
    assert problems == [
        (4, "[defaults] has no option 'prof'"),
        (5, "wi in [defaults] is neither an integer nor a string"),
        (6, "i in [defaults] is neither an integer nor a string"),
        (7, "bs in [defaults] is neither an integer nor a string"),
        (2, "f in [defaults]: 0 would measure inside the driver; CLAMH never does that"),
        (3, "w in [defaults]: 'soon' is not an integer above 0 with a unit"),
    ]
    assert read("defaults = 3\n")[1] == [(1, "defaults is not a table")]


def test_a_benchmark_knows_which_settings_are_defaults(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("//@@Benchmark\n//@@Fork(2)\nint work() { return 1; }\n")
    (tmp_path / "clamh.toml").write_text("[defaults]\nf = 3\nmax-iterations = 5\n")
    (unit,) = pipeline.forecast([str(tmp_path)], warn=lambda problems: None).units
    (benchmark,) = unit.benchmarks
    assert (benchmark.settings.forks, benchmark.settings.max_iterations, benchmark.defaulted) == (2, 5, ("max_iterations",))


def test_GroupThreads_takes_precedence_over_default_threads_of_groups(tmp_path: Path) -> None:
    member = '//@@Benchmark\n//@@Group("{}")\nint {}() {{ return 1; }}\n'.format
    threads = member("own", "put").replace("int", "//@@GroupThreads(3)\nint")
    (tmp_path / "a.cpp").write_text(threads + member("own", "take") + member("plain", "push") + member("plain", "pop"))
    (tmp_path / "clamh.toml").write_text('[defaults]\ntg = "1,2"\n')
    (unit,) = pipeline.forecast([str(tmp_path)], warn=lambda problems: None).units
    assert {benchmark.name: (benchmark.settings.thread_groups, benchmark.defaulted) for benchmark in unit.benchmarks} == {
        "own": (None, ()), "plain": ((1, 2), ("thread_groups",))}


def test_a_path_in_a_flag_is_relative_to_the_file(read, tmp_path: Path) -> None:
    for name in ("include", "lib"):
        (tmp_path / name).mkdir()
    (tmp_path / "lib" / "own.a").touch()
    configured, problems = read('[cpp]\nflags = ["-Iinclude", "-isystem", "include", "-Llib", "lib/own.a", "-Igone", "-Wall", "-O2"]\n'
                                '[platform."javascript/own"]\nprogram = "node"\nflags = ["include"]\n')
    assert problems == []
    assert configured.flags["cpp"] == (f"-I{tmp_path}/include", "-isystem", f"{tmp_path}/include", f"-L{tmp_path}/lib",
                                       f"{tmp_path}/lib/own.a", "-Igone", "-Wall", "-O2")
    assert configured.own[0].flags == ("include",)


@pytest.mark.parametrize(("language", "flag"), [
    *((language, flag) for language in ("c", "cpp") for flag in (
        "-fprofile-use=", "-fprofile-instr-use=", "-fprofile-sample-use=", "-fauto-profile=", "-Wl,-T,", "-T")),
    ("rust", "-Cprofile-use="), ("go", "-pgo="), ("go", "--pgo="),
])
def test_profile_or_linker_script_is_relative_to_the_file(read, tmp_path: Path, language: str, flag: str) -> None:
    (tmp_path / "pgo").mkdir()
    (tmp_path / "pgo" / "app.gcda").touch()
    configured, problems = read(f'[{language}]\nflags = ["{flag}pgo/app.gcda", "{flag}gone"]\n')
    assert (configured.flags[language], problems) == ((f"{flag}{tmp_path}/pgo/app.gcda", f"{flag}gone"), [])


def test_jars_are_files_relative_to_the_file_and_each_is_a_flag(read, tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name in ("lib/b.jar", "lib/a.jar", "c.jar"):
        (tmp_path / name).touch()
    configured, problems = read('[java]\njars = ["lib/*.jar"]\n[platform."java/own"]\nprogram = "java"\njars = "c.jar"\n')
    assert problems == []
    assert configured.flags["java"] == (f"--class-path={tmp_path}/lib/a.jar", f"--class-path={tmp_path}/lib/b.jar")
    assert configured.own[0].flags == (f"--class-path={tmp_path}/c.jar",)
    for wrong in ('["gone.jar"]', '["lib/*.jam"]', "[1]"):
        _, ((line, message),) = read(f"[java]\njvmArgs = '-Xmx1g'\njars = {wrong}\n")
        assert line == 3 and "jars" in message


def test_dependencies_of_java_have_the_form_of_maven(read) -> None:
    configured, problems = read('[java]\ndependencies = ["g.x:a-b:1.0-jre", "g:a:1:tests", "g:a:1-SNAPSHOTS"]\n')
    assert problems == [] and configured.flags["java"] == ("--dependency=g.x:a-b:1.0-jre", "--dependency=g:a:1:tests", "--dependency=g:a:1-SNAPSHOTS")
    for wrong in ("g:a", "g:a:[1,2)", "g:a:1 --fake", "../x:a:1", "g:a:1-SNAPSHOT", "g:a:1-SNAPSHOT:tests"):
        _, ((line, message),) = read(f'[java]\ndependencies = ["{wrong}"]\n')
        assert line == 2 and f"'{wrong}' in dependencies is not group:artifact:version" in message


def test_dependencies_of_rust_are_crates_or_lines_of_toml(read) -> None:
    configured, problems = read("""[rust]\ndependencies = ["a-b", "a@=1.0.3", 'c = "1"', 'd = { git = "ssh://git@x/d" }']\n""")
    assert problems == [] and len(configured.flags["rust"]) == 4
    for wrong in ("c = 1.0.3", 'c = { path = "x"', "= 1", "# c = 1", "a b"):
        _, ((line, message),) = read(f"[rust]\ndependencies = ['{wrong}']\n")
        assert line == 2 and f"'{wrong}' in dependencies is not a crate" in message


def test_sources_are_files_relative_to_the_file_and_patterns_of_them(read, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("src/b.cc", "src/a.cpp", "c.c", "C.java", "c.x"):
        (tmp_path / name).touch()
    configured, problems = read('[cpp]\nsources = ["src/*.c*", "c.c"]\n[java]\nsources = "C.java"\n')
    assert problems == []
    assert {key: [os.path.abspath(path) for path in paths] for key, paths in configured.sources.items()} == {
        "cpp": [f"{tmp_path}/src/a.cpp", f"{tmp_path}/src/b.cc", f"{tmp_path}/c.c"], "java": [f"{tmp_path}/C.java"]}
    for wrong in ('"c.x"', '"C.java"', '"gone.x"', '"src/*.y"', '["src"]', "3"):
        _, ((line, message),) = read(f"[cpp]\nstd = 'c++20'\nsources = {wrong}\n")
        assert line == 3 and "sources" in message
    _, ((line, message),) = read('[cpp]\nsources = ["src/**.cpp"]\n')  # no pattern for pathlib
    assert line == 2 and message == "there is no file 'src/**.cpp', named in sources"


@pytest.mark.parametrize(("text", "line", "message"), [
    ("platforms = [", 1, "cannot read clamh.toml"),
    ("\n\na b = 1", 3, "cannot read clamh.toml"),
    ("\nplatform = 3", 2, "platform is not a table"),
    ("platforms = 'cpp/*'", 1, "platforms is not a list of strings"),
    ("platforms = []\ncolour = 'red'", 2, "clamh.toml has no key 'colour'"),
    ("[cpp]\nflags = [1]", 2, "flags is not a list of strings"),
    ("[cpp]\n\nwarnings = true", 3, "cpp has no key 'warnings'"),
    ("[rust]\nsources = ['c.x']", 2, "rust has no key 'sources'"),  # `mod name;` is how a file of the user's comes in
    ("cpp = 3", 1, "cpp is not a table"),
    ("[java]\nflags = ['-Xmx1g']", 2, "java has no key 'flags'"),
    ("[platform.node]\nprogram = 'node'", 1, "'node' is not a platform name"),
    ("[platform.'pascal/1']\nprogram = 'node'", 1, "'pascal/1' is not a platform name"),
    ("[platform.'cpp/a b']\nprogram = 'g++'", 1, "'cpp/a b' is not a platform name"),
    ("[platform.'cpp/mine']\nflags = []", 1, "cpp/mine has no program"),
    ("[platform.'cpp/mine']\nof = 'cpp/g++-12'\nprogram = 'g++'", 1, "cpp/mine has no program"),
    ("[platform.'cpp/mine']\nof = 'java/openjdk-17'", 2, "cpp/mine cannot use java/openjdk-17"),
    ("[platform.'cpp/mine']\nof = 'cpp/g++-12'\nopt = 3", 3, "cpp/mine has no key 'opt'"),
    ("platforms = ['pascal/*']", 1, "'pascal/*' in platforms names no language"),
    ("\nsame = ['a', 'b']", 2, "same is not a table"),
    ("[same]\nSorter.run = 'sort'", 2, "'Sorter' in [same] is only the part of a name before a dot"),
    ("[same]\na = 'b'\nb = ['c', 'd']", 3, "'b' in [same] has no second name"),
    ("[same]\na = ' '", 2, "'a' in [same] has no second name"),
])
def test_problems_have_their_lines(read, text: str, line: int, message: str) -> None:
    _, problems = read(text)
    assert [(at, text[:len(message)]) for at, text in problems] == [(line, message)]


def test_several_problems_are_reported_at_once(read) -> None:
    assert len(read("a = 1\n[cpp]\nb = 2\n[platform.'cpp/x']\nflags = []")[1]) == 3


def test_bytes_that_are_no_text_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "clamh.toml").write_bytes(b"\xff\xfe")
    assert [problem.code for problem in read_configuration(str(tmp_path / "clamh.toml"))[1]] == ["bad-configuration"]


def test_the_nearest_file_above_a_source_counts(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "clamh.toml").touch()
    source = str(tmp_path / "a" / "b" / "x.cpp")
    assert configurations([source])[0][source].path == str(tmp_path / "clamh.toml")
    (tmp_path / "a" / "clamh.toml").touch()
    assert configurations([source])[0][source].path == str(tmp_path / "a" / "clamh.toml")


def test_reasons_why_values_differ_are_read(read) -> None:
    configured, problems = read('[differs]\nfactorial = "doubles  round\\nabove 2^53"\n"Sorter.run" = "unstable"\n')
    assert problems == []
    assert [(line.name, line.reason, line.location.line) for line in configured.differs] == [
        ("factorial", "doubles round above 2^53", 2), ("Sorter.run", "unstable", 3)]


@pytest.mark.parametrize(("text", "line", "message"), [
    ("differs = 3\n", 1, "differs is not a table"),
    ("[differs]\na = true\n", 2, "'a' in [differs] has no reason"),
    ("[differs]\na = '  '\n", 2, "'a' in [differs] has no reason"),
    ("[differs]\nSorter.run = 'x'\n", 2, "'Sorter' in [differs] is only the part of a name before a dot"),
])
def test_wrong_reasons_are_reported_with_their_lines(read, text: str, line: int, message: str) -> None:
    assert read(text)[1] == [(line, message)]
