"""Do `compare --live` and `gate --base` measure what they say, each build from a tree of its own, and leave nothing behind?

The clock is counted, so that both builds take exactly as long; a test that needs another time changes what was recorded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_repositories import PYTHON, SHORT, commit, git, is_clean, one_line, values

from clamh.cli import run
from clamh.judging import judge_gate as judging_gate
from clamh.languages import languages
from clamh.model.decisions import Gate
from clamh.model.results import DECODER, CaseRecord, SetRecord, WarningRecord

Clamh = Callable[..., "CompletedProcess[str]"]
CPP = '#include "step.hpp"\n//@@Benchmark\nint work() { return STEP * 10; }\n'
EACH = {
    "work.c": '#include "step.h"\n//@@Benchmark\nint work(void) { return STEP * 10; }\n', "step.h": "enum { STEP = 3 };\n",
    "work.cpp": CPP, "step.hpp": "#pragma once\nconstexpr int STEP = 3;\n",
    "Work.java": "import org.openjdk.jmh.annotations.Benchmark;\n\npublic class Work {\n    @Benchmark\n    public int work() { return Step.STEP * 10; }\n}\n",
    "Step.java": "class Step {\n    static final int STEP = 3;\n}\n",
    "work.mjs": "import { STEP } from './step.mjs';\n//@@Benchmark\nexport function work() { return STEP * 10; }\n",
    "step.mjs": "export const STEP = 3;\n",
    "work.rs": "mod step;\n\n//@@Benchmark\npub fn work() -> i32 { step::STEP * 10 }\n", "step.rs": "pub const STEP: i32 = 3;\n",
    "work.go": "package bench\n\n//@@Benchmark\nfunc work() int { return STEP * 10 }\n", "step.go": "package bench\n\nconst STEP = 3\n",
    "work.py": PYTHON, "step.py": "STEP = 3\n",
    "work.zig": "const step = @import(\"step.zig\");\n\n//@@Benchmark\npub fn work() i32 {\n    return step.STEP * 10;\n}\n",
    "step.zig": "pub const STEP: i32 = 3;\n",
}


@pytest.mark.language(*languages())
@pytest.mark.usefixtures("short_lived_jvms", "quick_rustc", "quick_zig")
def test_each_build_has_its_own_code_in_every_language(clamh: Clamh, repository: Path) -> None:
    commit(repository, EACH)
    commit(repository, {name: text.replace("= 3", "= 4") for name, text in EACH.items() if "tep." in name})
    process = clamh("compare", "--live", "HEAD~1", "HEAD", *SHORT, "--results", "both.ndjson", "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    assert values(repository / "out.json") == dict.fromkeys(languages(), "different work: old returned 30, new returned 40")
    records = [DECODER.decode(line) for line in (repository / "both.ndjson").read_bytes().splitlines()]
    cases = {record.case_id: record for record in records if hasattr(record, "warms_itself")}
    sets = [[cases[case_id] for case_id in record.cases] for record in records if isinstance(record, SetRecord)]
    assert {tuple(sorted(case.build for case in sides)) for sides in sets} == {("new", "old")}
    assert {len({case.platform for case in sides}) for sides in sets} == {1}
    assert {sides[0].platform.split("/")[0] for sides in sets} == set(languages())
    assert is_clean(repository)


@pytest.mark.language("python")
def test_a_folder_wins_over_a_revision_of_its_name(clamh: Clamh, repository: Path) -> None:
    git(repository, "branch", "old", "HEAD~1")
    commit(repository, {"old/work.py": PYTHON, "old/step.py": "STEP = 5\n", "bench/work.py": PYTHON, "bench/step.py": "STEP = 6\n"})
    process = clamh("compare", "--live", "old", "HEAD:bench", *SHORT, "-rff", "out.json")
    assert "old: old (a folder; a revision has this name too: write old:. for it) new: HEAD:bench (" in one_line(process)
    assert values(repository / "out.json") == {"python": "different work: old returned 50, new returned 60"}
    process = clamh("compare", "--live", "old:./work.py", "work.py", *SHORT, "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    assert "old returned 30, new returned 40" in values(repository / "out.json")["python"]


@pytest.mark.language("python")
@pytest.mark.parametrize("builds", [("HEAD", "HEAD"), (".", ".")])
def test_the_same_build_twice_is_called_an_a_a(clamh: Clamh, repository: Path, builds: tuple[str, str]) -> None:
    process = clamh("compare", "--live", *builds, *SHORT)
    assert process.returncode == 0, process.stderr
    assert process.stdout.count("A/A: both builds are the same artifact") == 1
    assert is_clean(repository)


@pytest.mark.language("python")
def test_a_folder_is_compared_with_its_revision(clamh: Clamh, repository: Path) -> None:
    """Its artifact differs from that of the revision, since the artifact has the path of its source."""
    out = one_line(clamh("compare", "--live", "HEAD", ".", *SHORT))
    assert "new: . (a folder, without changes since HEAD, so this is an A/A comparison)" in out, out
    (repository / "step.py").write_text("STEP = 5\n")
    assert "new: . (a folder, with uncommitted changes in step.py)" in one_line(clamh("compare", "--live", "HEAD", ".", *SHORT))


@pytest.mark.language("python")
def test_two_builds_are_compared_by_the_median(clamh: Clamh, repository: Path) -> None:
    process = clamh("compare", "--live", "HEAD", ".", *SHORT, "--estimator", "median", "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    assert [row["ratio"]["estimator"] for row in json.loads((repository / "out.json").read_text())["rows"]] == ["median"]


@pytest.mark.language("python")
def test_another_helper_is_no_a_a(clamh: Clamh, repository: Path) -> None:
    assert "A/A" not in clamh("compare", "--live", "HEAD~1", "HEAD", *SHORT).stdout


@pytest.mark.language("python")
def test_benchmarks_of_a_single_build_are_reported_and_listed(clamh: Clamh, repository: Path) -> None:
    source = "#@@State(Scope.Benchmark)\nclass Input:\n    #@@Param({VALUES})\n    n: int = 0\n\n#@@Benchmark(MODE)\ndef work(input):\n    return input.n\n"
    modes = "#@@Benchmark\n#@@BenchmarkMode(Mode.NAME)\ndef other():\n    return 1\n"
    first = source.replace("(MODE)", "").replace("VALUES", '"1", "2"') + modes.replace("NAME", "AverageTime") + modes.replace("other", "removed").replace("NAME", "AverageTime")
    second = source.replace("(MODE)", "").replace("VALUES", '"2", "3"') + modes.replace("NAME", "Throughput")
    commit(repository, {"work.py": first})
    commit(repository, {"work.py": second})
    process = clamh("gate", "--base", "HEAD~1", *SHORT, "-rff", "../gate.md")
    text = process.stderr[:process.stderr.index("[1/")]
    assert (repository.parent / "gate.md").read_text(encoding="utf-8").startswith("### gate: no regression in ")
    platform = next(word for word in text.split() if word.startswith("python/"))
    assert (f"gone, only in the old build, not measured: work (n = 1) avgt on {platform}; other avgt on {platform}; removed avgt on "
           f"{platform}") in text
    assert f"new, only in the new build, not measured: work (n = 3) avgt on {platform}; other thrpt on {platform}" in text
    assert "gone: only in old, not measured" in process.stdout and "new: only in new, not measured" in process.stdout
    assert process.returncode == 2 and "the working tree lacks 3 benchmarks of old" in process.stderr
    assert clamh("gate", "--base", "HEAD~1", *SHORT, "--allow-missing").returncode == 0


REPEATS = '#include "step.hpp"\n//@@Benchmark\nint NAME() { int total = 0; for (int i = 0; i < 1000; ++i) { total += STEP; } return total; }\n'


@pytest.mark.language("cpp")
def test_doubts_about_each_build_are_printed_and_recorded(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `clamh run` does; those that both builds have are printed once."""
    monkeypatch.setenv("LDLIBS", "-lm")
    git(repository, "rm", "-q", "work.py", "step.py")
    commit(repository, {"work.cpp": REPEATS.replace("NAME", "work"), "other.cpp": REPEATS.replace("NAME", "other"), "step.hpp": EACH["step.hpp"]})
    commit(repository, {"work.cpp": CPP})
    process = clamh("compare", "--live", "HEAD~1", "HEAD", *SHORT, "--results", "both.ndjson")
    text = " ".join(process.stderr.split())
    assert text.count("repeats its own work") == 2 and "HEAD~1:work.cpp:" in text and "HEAD:other.cpp:" in text, text
    assert text.count("LDLIBS is set, but builds of C++ do not use it") == 1
    records = [DECODER.decode(line) for line in (repository / "both.ndjson").read_bytes().splitlines()]
    cases = {record.case_id: (record.benchmark, record.build) for record in records if isinstance(record, CaseRecord)}
    assert {cases[record.case_id] for record in records if isinstance(record, WarningRecord) and record.code == "own-loop"} == {
        ("work", "old"), ("other", "old"), ("other", "new")}


@pytest.mark.language("python")
@pytest.mark.parametrize("arguments", [("compare", "--live", "HEAD~1", "HEAD"), ("gate", "--base", "HEAD")])
def test_a_profiler_that_no_platform_has_is_an_error(clamh: Clamh, repository: Path, arguments: tuple[str, ...]) -> None:
    process = clamh(*arguments, *SHORT, "-prof", "stack")
    assert process.returncode == 2 and "-prof stack profiles nothing on python/" in process.stderr, process.stderr
    assert is_clean(repository)


@pytest.mark.language("python")
def test_builds_without_a_common_benchmark_are_not_measured(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": PYTHON.replace("work", "other")})
    process = clamh("compare", "--live", "HEAD~1", ".", *SHORT)
    assert process.returncode == 2 and "the two builds share no benchmark" in process.stderr
    assert "gone, only in the old build, not measured: work avgt" in process.stderr


@pytest.mark.language("python")
def test_sides_of_unequal_length_are_reported_before_measuring(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": PYTHON.replace("def", "#@@Fork(4)\ndef")})
    process = clamh("compare", "--live", "HEAD~1", ".", *SHORT[2:])
    assert "the sides do not all take turns" in process.stderr[:process.stderr.index("[1/")]


def change_times(monkeypatch: pytest.MonkeyPatch, factor: Callable[[int], float]) -> None:
    """What was recorded of the new build takes `factor(fork)` times as long."""
    measure = run.measure_plan

    def measured(*arguments: object, **options: object) -> str:
        path = measure(*arguments, **options)
        lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
        for line in lines:
            if line["event"] == "iteration" and line["case_id"].endswith("-new"):
                for thread in line["threads"]:
                    thread["elapsed_ns"] = round(thread["elapsed_ns"] * factor(line["fork"]))
                    thread["sample_ns"] = []
            if line["event"] == "set":
                new = next(place for place, case_id in enumerate(line["cases"]) if case_id.endswith("-new"))
                line["elapsed_ns"] = [round(ns * (factor(line["forks"][0]) if who == new else 1)) for who, ns in zip(line["order"], line["elapsed_ns"], strict=True)]
        Path(path).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return path

    monkeypatch.setattr(run, "measure_plan", measured)


@pytest.mark.language("python")
@pytest.mark.parametrize(("factor", "more", "code", "headline"), [
    (lambda fork: 1.0, (), 0, "gate: no regression in 1 row"),
    (lambda fork: 1.1 + 0.001 * fork, (), 4, "gate: 1 regression in 1 row"),
    (lambda fork: 1 / (1.1 + 0.001 * fork), (), 0, "gate: no regression in 1 row"),
    (lambda fork: 1.1 + 0.001 * fork, ("--delta", "20%"), 0, "gate: no regression in 1 row"),
    (lambda fork: 1 + fork, (), 5, "gate: UNDECIDED: no regression found, but 1 of 1 row may hide one"),
    (lambda fork: 1.1 + 0.001 * (fork % 3), ("-f", "5", "--precision", "1%"), 4, "gate: 1 regression in 1 row"),
    (lambda fork: 1.1 + 0.001 * (fork % 3), ("--budget", "20s"), 4, "gate: 1 regression in 1 row"),
    (lambda fork: 1 + fork, ("--allow-undecided",), 0, "gate: UNDECIDED: no regression found, but 1 of 1 row may hide one"),
])
def test_gate_against_a_revision(
    clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch, factor: Callable[[int], float], more: tuple[str, ...], code: int, headline: str
) -> None:
    commit(repository, {"step.py": "STEP = 4  # the same work\n"})
    change_times(monkeypatch, factor)
    process = clamh("gate", "--base", "HEAD~1", *SHORT, *more, "-rff", "gate.md")
    assert process.returncode == code, process.stdout + process.stderr
    assert ("fork 4: " in process.stderr) == ("--precision" in more)  # -f 3 is the number of sets, with a budget too
    assert headline in process.stdout
    assert (repository / "gate.md").read_text().startswith(f"### {headline}")
    assert max(map(len, process.stdout.splitlines())) <= 80
    assert is_clean(repository)


@pytest.mark.language("python")
def test_a_gate_that_can_judge_nothing_writes_an_error_for_machines(clamh: Clamh, repository: Path) -> None:
    process = clamh("gate", "--base", "HEAD", *SHORT[2:], "-f", "2", "-rff", "gate.xml")
    assert process.returncode == 2 and "nothing to judge" in process.stderr
    assert "<error" in (repository / "gate.xml").read_text()


@pytest.mark.language("python")
def test_what_stays_undecided_gets_more_sets_and_each_look_costs(clamh: Clamh, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository, {"step.py": "STEP = 4  # the same work\n", "more.py": PYTHON.replace("work", "more")})
    commit(repository, {"step.py": "STEP = 4  # still\n"})
    seen = []

    def open_cases(found: Gate) -> set[str]:
        seen.append(sorted((decision.pair.row.key, decision.ruling, len(decision.pair.row.sets)) for decision in found.decisions))
        return {row.case_id for decision in found.decisions for row in (decision.pair.a, decision.pair.b) if row.key == "work"}

    monkeypatch.setattr(judging_gate, "open_cases", open_cases)
    process = clamh("gate", "--base", "HEAD~1", *SHORT[2:], "--results", "both.ndjson", "-rf", "json")
    assert process.returncode == 0, process.stderr
    assert "undecided rows get more sets, at most 12" in process.stderr
    assert seen == [[("more", "same", 8), ("work", "same", sets)] for sets in (8, 12)]
    assert {row["key"]: row["ruling"] for row in json.loads(process.stdout)["rows"]} == {"more": "same", "work": "same"}
    looks = [json.loads(line) for line in (repository / "both.ndjson").read_text().splitlines() if '"event":"look"' in line]
    assert sorted(look["sets"] for look in looks) == [8, 8, 12]
    again = clamh("report", "both.ndjson")  # no fork is missing, and none is too many
    assert again.returncode == 0 and "partial" not in again.stdout


@pytest.mark.language("python")
def test_gate_as_json_says_which_builds_it_compared(clamh: Clamh, repository: Path) -> None:
    (repository / "step.py").write_text("STEP = 5\n")
    (repository / "note.txt").write_text("of nobody")
    process = clamh("gate", "--base", "HEAD~1", *SHORT, "-rf", "json")
    document = json.loads(process.stdout)
    commit_id = git(repository, "rev-parse", "--short=12", "HEAD~1").strip()
    assert document["builds"] == [f"old: HEAD~1 ({commit_id})", "new: the working tree, with uncommitted changes in step.py"]
    assert [(row["key"], row["ruling"]) for row in document["rows"]] == [("work", "no verdict")]
    assert "old returned 30, new returned 50" in json.dumps(document)


@pytest.mark.language("python")
def test_gate_that_can_compare_nothing_says_why(clamh: Clamh, repository: Path) -> None:
    process = clamh("gate", "--base", "HEAD~1", *SHORT)
    assert process.returncode == 2
    assert "no benchmark can be compared: different work: old returned 30, new returned 40" in process.stderr


@pytest.mark.language("python")
def test_gate_takes_paths_of_a_folder_below_the_top(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"a/b/one.py": PYTHON.replace("work", "one"), "a/b/step.py": "STEP = 1\n", "a/b/two.py": PYTHON.replace("work", "two")})
    process = clamh("gate", "--base", "HEAD", "b::one", *SHORT, "-rf", "json", cwd=repository / "a")
    assert [row["key"] for row in json.loads(process.stdout)["rows"]] == ["one"], process.stderr
    assert is_clean(repository)


@pytest.mark.language("python")
@pytest.mark.parametrize(("arguments", "message"), [
    (("compare", "--live"), "--live: needs two builds, got none; give two"),
    (("compare", "--live", "."), "--live: needs two builds, got one; give two"),
    (("compare", "--live", ".", ".", "."), "--live: needs two builds, got more; give two"),
    (("compare", "--live", "a.ndjson", "a.ndjson"), "'a.ndjson' is a file but not a source"),
    (("compare", "--live", "nowhere", "HEAD"), "'nowhere' is not a folder, and 'nowhere' is not a revision of ."),
    (("compare", "--live", "HEAD:nowhere", "HEAD"), "HEAD has no 'nowhere'"),
    (("compare", "--live", "HEAD:../..", "HEAD"), "'../..' is not in the repository"),
    (("compare", "--live", "--", "--output=x", "HEAD"), "'--output=x' is not a folder, and no revision begins with a dash"),
    (("compare", "--live", "HEAD", "-"), "'-' is not a folder, and no revision begins with a dash"),
    (("compare", "--live", "HEAD", "HEAD", "--baseline", "x"), "unrecognized argument: --baseline"),
    (("compare", "--live", "HEAD", "HEAD", "-rf", "text"), "-rf text holds only one run"),
    (("compare", "-f", "3", "a.ndjson", "a.ndjson"), "unrecognized argument: -f"),
    (("gate", "--base"), "no value follows it"),
    (("gate", "--base", "nowhere"), "--base: 'nowhere' is not a revision of ."),
    (("gate", "--base=--upload-pack=x"), "--base: '--upload-pack=x' is not a revision of ."),
    (("gate", "--base", ""), "--base: no value follows it"),
    (("gate", "--base", "HEAD:work.py"), "--base: 'HEAD:work.py' is not a revision of ."),
    (("gate", "--base", "HEAD", "work.py", "/"), "'/' is not in the repository"),
    (("gate", "--base", "HEAD", "--precision", "0"), "--precision: '0' is not a share of the score"),
    (("gate", "--base", "HEAD", "nowhere.py"), "there is no file or folder 'nowhere.py'"),
    (("gate", "--base", "HEAD", "--only", "nothing"), "no benchmark"),
])
def test_bad_input(clamh: Clamh, repository: Path, arguments: tuple[str, ...], message: str) -> None:
    (repository / "a.ndjson").write_text("")
    process = clamh(*arguments)
    assert process.returncode == 2
    assert message.replace("; ", "") in one_line(process).replace("; ", "").replace(" [usage] hint: ", "")
    assert is_clean(repository)


@pytest.mark.parametrize("arguments", [("compare", "--live", "HEAD", "HEAD"), ("gate", "--base", "HEAD")])
def test_a_revision_where_there_is_no_repository(clamh: Clamh, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    process = clamh(*arguments)
    assert process.returncode == 2
    assert "is not in a git working tree" in process.stderr


def test_a_shallow_clone_without_the_revision_is_named(clamh: Clamh, repository: Path) -> None:
    git(repository, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    for arguments in (("compare", "--live", "HEAD~1", "HEAD"), ("gate", "--base", "HEAD~1")):
        process = clamh(*arguments, cwd=repository / "shallow")
        assert process.returncode == 2
        assert "'HEAD~1' is not a revision of . [no-revision] hint: this clone is shallow, so fetch the revision first: git fetch --unshallow" in one_line(process)


@pytest.mark.language("cpp")
def test_build_error_names_the_revision(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.cpp": CPP, "step.hpp": "constexpr int STEP = three;\n"})
    commit(repository, {"step.hpp": "constexpr int STEP = 3;\n"})
    process = clamh("gate", "--base", "HEAD~1", "work.cpp", *SHORT, "-rff", "../gate.md")
    assert process.returncode == 2
    assert "HEAD~1:step.hpp:1:" in process.stderr and "three" in process.stderr
    written = (repository.parent / "gate.md").read_text(encoding="utf-8")
    assert written.startswith("### gate: nothing was judged\n\n```\nerror: ") and "\nHEAD~1:step.hpp:1:" in written and ".clamh/trees" not in written.partition("command:")[0]
    assert ".clamh/trees" not in process.stderr.partition("command:")[0]
    assert "if it needs more: git worktree add ../old HEAD~1, prepare it there, clamh compare --live ../old ." in process.stderr
    # The build that works is measured alone, and its result is kept.
    assert "the new build is measured alone: the working tree, without changes since HEAD" in process.stderr
    assert "1 benchmark, cpp/" in process.stdout
    path = re.search(r"results of the new build: (\S+) ", process.stderr)[1]
    assert clamh("report", path).stdout == process.stdout
    assert is_clean(repository)


@pytest.mark.language("python")
def test_errors_in_the_sources_of_one_build_leave_the_other(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": PYTHON.replace("def", "#@@Forks(3)\ndef")})
    commit(repository, {"work.py": PYTHON})
    for arguments in (("compare", "--live", "HEAD~1", "HEAD"), ("gate", "--base", "HEAD~1")):
        process = clamh(*arguments, *SHORT, "--platform", "python/*")
        assert process.returncode == 2 and "HEAD~1:work.py:4:" in process.stderr, process.stderr
        assert "the new build is measured alone: " in process.stderr and "results of the new build: " in process.stderr
        assert "is built from the files in git" not in process.stderr, "no file that is missing there would help"
    process = clamh("compare", "--live", "HEAD~1", "HEAD~1", *SHORT)
    assert process.returncode == 2 and process.stderr.count("there is no annotation Forks") == 1, process.stderr
    assert "measured alone" not in process.stderr and is_clean(repository)


@pytest.mark.language("python")
def test_the_old_build_alone_has_its_own_commit(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": PYTHON.replace("def", "#@@Forks(3)\ndef")})
    process = clamh("gate", "--base", "HEAD~1", "work.py", *SHORT)
    path = re.search(r"results of the old build: (\S+) ", process.stderr)[1]
    header = json.loads((repository / path).read_text().splitlines()[0])
    assert (header["revision"], header.get("uncommitted", False)) == (git(repository, "rev-parse", "HEAD~1").strip(), False)


@pytest.mark.language("cpp", "python")
def test_what_builds_is_judged_and_the_rest_is_a_failure(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.cpp": CPP, "step.hpp": "constexpr int STEP = three;\n"})
    commit(repository, {"step.hpp": "constexpr int STEP = 3;\n"})
    process = clamh("gate", "--base", "HEAD~1", "work.cpp", "work.py", "--keep-going", *SHORT)
    assert "HEAD~1:step.hpp:1:" in process.stderr and "gate: no regression in" in process.stdout
    assert process.returncode == 1, process.stderr


@pytest.mark.language("cpp", "python")
@pytest.mark.parametrize(("source", "helper"), [("work.cpp", "step.hpp"), ("work.py", "step.py")])
def test_an_untracked_file_that_a_revision_needs_is_named(clamh: Clamh, repository: Path, source: str, helper: str) -> None:
    git(repository, "rm", "-q", "work.py", "step.py")
    commit(repository, {source: EACH[source], ".gitignore": "generated/\n"})
    for name in (helper, "unrelated.hpp"):
        (repository / name).write_text(EACH[helper])
    process = clamh("gate", "--base", "HEAD", source, *SHORT)
    assert process.returncode == 2
    assert f"note: git does not have {helper}, so HEAD, which may need it, lacks it" in process.stderr
    assert all("unrelated" not in line for line in process.stderr.splitlines() if "git does not have" in line)


@pytest.mark.language("python")
def test_an_untracked_file_that_is_needed_while_measuring_is_named(clamh: Clamh, repository: Path) -> None:
    commit(repository, {"work.py": PYTHON.replace("STEP * 10", "len(open('table.dat').read())")})
    (repository / "table.dat").write_text("abc")
    process = clamh("gate", "--base", "HEAD", *SHORT)
    assert process.returncode in (1, 2)
    assert "note: git does not have table.dat, so HEAD, which may need it, lacks it" in process.stderr
