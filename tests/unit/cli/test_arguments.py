"""Do options mean what they mean in JMH, and is every wrong option reported?"""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from clamh.cli import arguments, check, run
from clamh.cli.resuming import NEWEST
from clamh.cli.version import VersionRequested
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import Settings


def read(*argv: str) -> Options:
    return arguments.parse_command_line(run.parser(), list(argv))[1]


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [("200ms", 200_000_000), ("1s", 10**9), ("2", 2 * 10**9), ("5 us", 5000), ("7ns", 7), ("1m", 60 * 10**9),
     ("1min", 60 * 10**9), ("1h", 3600 * 10**9), ("1hr", 3600 * 10**9), ("1d", 86400 * 10**9)],
)
def test_times_are_read_as_jmh_and_the_guide_write_them(text: str, nanoseconds: int) -> None:
    assert read("-r", text).settings.measurement_time_ns == nanoseconds


@pytest.mark.parametrize(("text", "share"), [("1%", 0.01), ("0.5%", 0.005), ("0.02", 0.02), ("100%", 1.0)])
def test_a_precision_is_a_share_and_a_budget_a_time(text: str, share: float) -> None:
    options = read("--precision", text, "--budget", "5m", "-f", "5")
    assert (options.precision, options.budget_ns) == (pytest.approx(share), 300 * 10**9)
    assert read("--budget", "100d").budget_ns == 8_640_000 * 10**9
    assert read("--budget", "5").budget_ns == 5 * 10**9 and read().precision is read().budget_ns is None


def test_options_and_paths_mix() -> None:
    options = read("a.cpp", "-f", "3", "b.java", "-i", "5", "-wi", "0", "-p", "number=20,25", "-rf", "json")
    assert options.paths == ("a.cpp", "b.java")
    assert (options.settings.forks, options.settings.measurement_iterations, options.settings.warmup_iterations) == (3, 5, 0)
    assert options.params == {"number": ("20", "25")}
    assert (options.result_format, options.result_file) == ("json", "jmh-result.json")


@pytest.mark.parametrize(("own", "operands"), [
    ((), ("-o.cpp",)), (("--strict",), ("-f.cpp", "-i", "5")), ((), ("--quick", "--", "-v")), (("a.cpp",), ("-o.cpp",))])
def test_after_two_dashes_everything_is_an_operand(own: tuple[str, ...], operands: tuple[str, ...]) -> None:
    options = read(*own, "--", *operands)
    assert options == replace(read(*own), paths=(*read(*own).paths, *operands))


def test_a_param_given_twice_gets_the_values_of_both() -> None:
    assert read("-p", "number=20", "-p", "text=a", "-p", "number=25,30").params == {"number": ("20", "25", "30"), "text": ("a",)}


def test_blanks_around_the_sign_of_a_param_are_no_part_of_it() -> None:
    for words in (["number = 5"], ["number", "=", "5"], ["number", "=5"]):
        options = read("-p", *words, "a.cpp")
        assert (options.params, options.paths) == ({"number": ("5",)}, ("a.cpp",))
    assert read("-p", "text= a").params == {"text": (" a",)}


def test_a_result_file_alone_implies_its_format() -> None:
    assert read("-rff", "out.json").result_format == "json"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("-i", "0"), "at least 1"),
        (("-i", "many"), "is not an integer"),
        (("-f", "0"), "--solo"),
        (("-r", "200fortnights"), "'fortnights'"),
        (("-r", "0s"), "above 0"),
        (("-r", "-5s"), "no value follows it"),
        (("-p", "number"), "NAME=VALUE"),
        (("-bm", "fast"), "not a benchmark mode"),
        (("-rf", "xml"), "not a result format"),
        (("-tu", "eons"), "not a time unit"),
        (("--confidence", "95"), "level"),
        *((("--precision", text), "is not a share of the score") for text in ("0", "0%", "abc", "5", "nan%", "101%", "1e-9", "")),
        *((("--budget", text), "--budget: ") for text in ("0", "0s", "abc", "1.5m", "5 fortnights", "")),
        (("--precision=-1%",), "is not a share of the score"),
        (("--budget=-5m",), "--budget: "),
        (("--budget", "101d"), "--budget: '101d' is more than 100 d"), (("--budget", "99999999999d"), "is more than 100 d"),
        (("--precision", "1%", "-f", "1"), "--precision and -f 1: 1 fork cannot show when the precision is reached"),
        (("--precision", "1%", "-f", "4"), "give at least -f 5"),
        (("--dry", "--precision", "1%", "--budget", "5m"), "leave out --dry, or --precision and --budget"),
        (("-v", "LOUD"), "verbosity"),
        (("--nonsense",), "--nonsense"),
        (("-si", "true"), "CLAMH does not have JMH's option -si"),
        (("-r", "1.5s"), "integer above 0 with a unit"),
        (("-f", "1.5"), "is not an integer"),
        (("--seed", "-1"), "is not an integer"),
        (("--layouts", "0"), "number from 1 to 16"),
        (("--layouts", "17"), "number from 1 to 16"),
        (("--layout", "static", "--layouts", "2"), "--layouts: --layout static has only one code layout"),
        (("--layout", "fixed"), "not a layout"),
        (("-p", "=3"), "NAME=VALUE"),
        (("-w--",), "-w: no value follows it"),
        (("-p--",), "-p: no value follows it"),
        (("-bs",), "clamh run: -bs: no value follows it see clamh run -h"),
        (("-confidence", "0.99"), "did you mean --confidence?"),
        (("--quik",), "did you mean --quick?"),
        (("-sed", "5"), "did you mean --seed?"),
        (("-jvmArg", "-Xmx1g"), "did you mean -jvmArgs?"),
        (("--bm", "avgt"), "did you mean -bm?"),
        (("-prof", "stack", "-prof", "stack"), "stack is given twice"),
        (("-si", "true"), "a built Java artifact takes it: java -jar run_NAME.jar -si ..."),
        (("-foe", "yes"), "'yes' is not true or false"),
        (("--baseline", " "), "--baseline: no name follows it"),
        (("-gc", "1"), "one of true, false, off"),
        (("-wm", "ALL"), "one of INDI, BULK, BULK_INDI"),
        (("-bm", "a"), "'a' could be avgt or all"),
        (("-bm", "s,thrpt"), "'s' could be sample or ss"),
        (("-bm", "avgt,"), "'' is not a benchmark mode"),
        (("-bs", "0"), "at least 1"),
        (("--bind", "all"), "--bind: 'all' is not none or threads or auto"),
        (("--cpus", "5-2"), "--cpus: '5-2' ends before it begins write CPUs as for taskset: --cpus 2,4-7"),
        (("--cpus", "0-1e9"), "'0-1e9' is neither a number nor a range"),
        (("--cpus", " "), "--cpus: no CPU follows it"),
        (("-wbs", "0"), "at least 1"),
        (("-opi", "0"), "at least 1"),
        (("-wf", "-1"), "at least 0"),
        (("-wmb", "a,("), "-wmb '('"),
        (("--only", "fac("), "at character 4"),
        (("-e", "*"), "nothing to repeat, at character 1"),
        (("nowhere.x::[",), "unterminated character set"),
        (("-opi2",), "unrecognized argument: -opi2 did you mean -opi?"),
        (("-wi5",), "unrecognized argument: -wi5 did you mean -wi?"),
        (("-only=sort",), "did you mean --only?"),
        (("-estimator=median",), "did you mean --estimator?"),
        (("--only", ""), "--only '': the regular expression is empty"),
        (("-e", ""), "-e '': the regular expression is empty"),
        (("-wmb", ","), "-wmb '': the regular expression is empty"),
        (("nowhere.x::",), "'nowhere.x::': the regular expression is empty"),
    ],
)
def test_wrong_options_are_input_errors(argv: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(*argv)
    text = " ".join(f"{d.message} {d.hint}" for d in caught.value.diagnostics)
    assert words in text


def test_every_measuring_option_of_jmh_reaches_the_settings() -> None:
    options = read("-bs", "10", "-wbs", "20", "-opi", "30", "-wf", "2", "-gc", "TRUE", "-foe", "true", "-wm", "bulk_indi",
                   "-wmb", "a,b{1,2}", "-wmb", "c", "-o", "log.txt", "-trendfile", "t.csv", "-tu", "MS", "-r", "10 S",
                   "-e", "x,y")
    assert options.settings == Settings(
        measurement_batch_size=10, warmup_batch_size=20, operations_per_invocation=30, warmup_forks=2, time_unit="ms",
        measurement_time_ns=10 * 10**9)
    assert (options.gc, options.fail_on_error, options.warmup_mode) == ("true", True, "BULK_INDI")
    assert (options.warmup_benchmarks, options.exclude) == (("a", "b{1,2}", "c"), ("x", "y"))
    assert (options.output, options.trend_file, options.resume, options.quick) == ("log.txt", "t.csv", None, False)
    nothing = read()
    assert (nothing.gc, nothing.fail_on_error, nothing.warmup_mode, nothing.settings) == ("false", False, "INDI", Settings())


@pytest.mark.parametrize(("text", "modes"), [
    ("avgt", ("avgt",)), ("th", ("thrpt",)), ("t,av", ("thrpt", "avgt")), ("sa", ("sample",)), ("ss", ("ss",)),
    ("al", ("all",)), ("w", ("wall",)), ("SingleShotTime,walltime", ("ss", "wall")), ("All", ("all",)),
])
def test_a_mode_is_named_in_full_or_by_a_beginning_that_only_it_has(text: str, modes: tuple[str, ...]) -> None:
    assert read("-bm", text).settings.modes == modes


def test_resume_takes_a_file_or_none_and_leaves_the_rest_alone() -> None:
    assert [read(*words).resume for words in ((), ("--resume",), ("--resume", "a.ndjson", "-v", "EXTRA"))] == [
        None, NEWEST, "a.ndjson"]


def test_a_path_is_split_at_the_colons_after_what_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.cpp", "odd::name.cpp"):
        Path(name).touch()
    options = read("a.cpp::n::fib", "odd::name.cpp", "odd::name.cpp::sum", "gone.cpp::x::y", "::here")
    assert options.paths == ("a.cpp", "odd::name.cpp", "odd::name.cpp", "gone.cpp", ".")
    assert options.within == {"a.cpp": ("n::fib",), "odd::name.cpp": ("", "sum"), "gone.cpp": ("x::y",), ".": ("here",)}


def test_selections_may_be_given_several_times() -> None:
    options = read("--only", "a", "--only", "b", "-e", "c", "-e", "d")
    assert (options.only, options.exclude) == (("a", "b"), ("c", "d"))


@pytest.mark.parametrize("argv", [["-v"], ["-v", "--artifact", "x:run_y"], ["--artifact", "x:run_y", "-v"]])
def test_v_alone_is_the_version_for_a_started_artifact_too(argv: list[str]) -> None:
    with pytest.raises(VersionRequested):
        arguments.parse_command_line(run.parser(), argv)


@pytest.mark.parametrize("argv", [("a.x", "-v"), ("-v", "a.x"), ("-v", "-f", "3")])
def test_v_without_a_level_takes_no_word_and_is_an_error(argv: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        read(*argv)
    (problem,) = caught.value.diagnostics
    assert problem.message == "-v: no verbosity follows it" and "SILENT" in problem.hint


@pytest.mark.parametrize("level", ["silent", "NORMAL", "Extra"])
def test_a_level_is_taken_wherever_it_stands_and_in_any_case(level: str) -> None:
    assert read("-v", level, "a.x").verbosity == read("a.x", "-v", level).verbosity == level.upper()


@pytest.mark.parametrize("argv", [("-v", "EXTRA"), ("a.x", "-v", "NORMAL"), ("a.x", "-v")])
def test_a_verb_whose_output_has_no_levels_takes_none(argv: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        arguments.parse_command_line(check.parser(), list(argv))
    (problem,) = caught.value.diagnostics
    assert (problem.message, problem.hint) == (
        "-v: this verb has no verbosity levels", "leave it out; -v alone prints the version")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("-jvmArgsAppend", "-Xmx1g"), {"jvmArgsAppend": ("-Xmx1g",)}),
        (("-jvmArgs", '-Xmx1g "-Da=x y"'), {"jvmArgs": ("-Xmx1g", "-Da=x y")}),
        (("-jvmArgs", "-Da=x y", "-jvmArgs", "-Xmx1g"), {"jvmArgs": ("-Da=x y", "-Xmx1g")}),
        (("-jvm", "/a b/java", "-jvm", "java"), {"jvm": ("java",)}),
    ],
)
def test_a_languages_own_options_go_to_it_as_jmh_reads_them(argv: tuple[str, ...], expected: dict[str, tuple[str, ...]]) -> None:
    assert read("a.x", *argv, "-f", "2").language == {"java": expected}


def test_an_option_is_never_abbreviated_and_may_have_its_value_beside_it() -> None:
    assert read("-f3", "-r20ms").settings.forks == 3
    with pytest.raises(InputError):
        read("-see", "5")


def test_all_wrong_options_are_reported_at_once_unknown_ones_too() -> None:
    with pytest.raises(InputError) as caught:
        read("a.x", "--quik", "-i", "0", "-si", "true", "b.x")
    assert [(problem.message, problem.hint) for problem in caught.value.diagnostics] == [
        ("clamh run: unrecognized argument: --quik", "did you mean --quick?"),
        ("clamh run: CLAMH does not have JMH's option -si",
         "leave it out; a built Java artifact takes it: java -jar run_NAME.jar -si ..."),
        ("-i: '0' is not an integer of at least 1", "give a number, such as -i 5")]


@pytest.mark.parametrize(("verb", "option"), [("list", "--forks"), ("check", "--values"), ("compare", "--live"), ("gate", "--base")])
def test_hint_about_an_unknown_option_names_what_brings_further_ones(verb: str, option: str) -> None:
    with pytest.raises(InputError) as caught:
        importlib.import_module(f"clamh.cli.{verb}").main(["-zz"])
    assert [problem.hint for problem in caught.value.diagnostics] == [
        f"see clamh {verb} -h; more options with {option}: clamh {verb} {option} -h"]


def test_all_wrong_options_are_reported_at_once() -> None:
    with pytest.raises(InputError) as caught:
        read("-i", "0", "-r", "5eons", "-p", "x", "-bm", "no")
    assert len(caught.value.diagnostics) == 4


def test_options_that_once_had_one_dash_go_on_working() -> None:
    old = ("-bind", "threads", "-cpus=0", "-layout", "static", "-seed", "5")
    new = [word.replace("-", "--", 1) if word.startswith("-") else word for word in old]
    assert read(*old) == read(*new) and read(*old).seed == 5
