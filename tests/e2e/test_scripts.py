"""Do the guide's scripts do what the guide says: build benchmarks, run them all twice, submit them to Slurm?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import tracked

ROOT = Path(__file__).parents[2]
SHORT = ("--", "-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock", "--only", "Iterative")
SAMPLES = ROOT / "sample_scripts"
SCRIPTS = [name for name in tracked() if name.endswith((".sh", "clamh-cpp/cpp_parser", "scripts/clamh")) and not name.startswith("tests/")]
BUILT = {"cpp": "run_factorial", "java": "run_Factorial.jar", "js": "run_factorial.js", "rust": "run_factorial_rust",
         "zig": "run_factorial_zig", "c": "run_factorial_c", "go": "run_factorial_go", "python": "run_factorial.pyz"}
SOURCES = {"cpp": "factorial.cpp", "java": "Factorial.java", "js": "factorial.js", "rust": "factorial.rs",
           "zig": "factorial.zig", "c": "factorial.c", "go": "factorial.go", "python": "factorial.py"}


class Shell:
    """Types a line as somebody does who has sourced clamh.rc."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(folder / "state")}
        for name in [name for name in self.environ if name.startswith("JAVA_HOME")]:
            del self.environ[name]

    def __call__(self, line: str, *argv: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-c", f". {ROOT}/clamh.rc; {line}", "bash", *argv], cwd=self.folder, capture_output=True,
                              text=True, timeout=900, check=False, env={**self.environ, **environ})


@pytest.fixture
def shell(tmp_path: Path, cache: Path) -> Shell:
    """In a copy of the guide's first suite, in a folder whose name shells stumble over."""
    folder = tmp_path / "my $(touch ran); 'fac"
    shutil.copytree(ROOT / "benchmarks" / "fac_tests", folder)
    return Shell(folder, cache)


def test_scripts_have_no_finding_of_shellcheck() -> None:
    shellcheck = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if shellcheck is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("shellcheck is missing: make setup")
    assert len(SCRIPTS) > 10
    process = subprocess.run([shellcheck, *SCRIPTS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (process.stdout, process.returncode) == ("", 0)


@pytest.mark.slow
@pytest.mark.language("cpp", "java")
@pytest.mark.usefixtures("short_lived_jvms")
def test_the_quick_start_works_as_it_is_typed(shell: Shell) -> None:
    process = shell("clamh_build_cpp.sh factorial.cpp")
    assert (process.returncode, process.stdout) == (0, "Generating benchmark harness...\nBuilding binary...\nDone. run_factorial built.\n")
    assert "factorialIterative" in (shell.folder / "run_factorial.cpp").read_text()
    process = shell("lath_build_java.sh Factorial.java")
    assert (process.returncode, process.stdout.splitlines()[-1]) == (0, "Done. run_Factorial.jar built.")

    process = shell('$CLAMH_HOME/sample_scripts/clamh_exec_all.sh --cpp=run_factorial --java=run_Factorial.jar -o results/run1 "$@" > run1.out', *SHORT)
    assert process.returncode == 0, process.stderr
    lines = (shell.folder / "run1.out").read_text().splitlines()
    order = ["Running benchmarks:", "  C++ benchmark run_factorial", "  Java benchmark run_Factorial.jar",
             'Supplementary output files will be written to "results"', "Environment information:", "Benchmark results:"]
    assert [line for line in lines if line in order] == order
    parts = ("Hostname: ", "Start: ", "OS: ", "System info:", "Processor info:", "Memory info:", "Current activity:", "End: ")
    begun = [part for line in lines for part in parts if line.startswith(part)]
    assert begun[:7] == list(parts[:7])
    assert lines[-1].startswith("End: ")
    assert [line for line in lines if line in ("Run C++", "Run Java")] == ["Run C++", "Run Java", "Run Java", "Run C++"]
    assert any(line.startswith("Benchmark Benchmarks::factorialIterative, iteration 1: ") for line in lines)
    assert "Result for clamh.Factorial.factorialIterative:" in lines
    files = {path.name for path in (shell.folder / "results").iterdir() if path.suffix != ".output"}  # a JVM may print something
    assert files == {f"run1_{language}_{number}.{ending}" for language in ("cpp", "java") for number in (1, 2)
                     for ending in ("json", "trends", "ndjson")}
    assert not list(shell.folder.parent.rglob("ran"))

    again = shell("$CLAMH_HOME/sample_scripts/lath_exec_all.sh run_factorial run_Factorial.jar results/run1")
    assert again.returncode == 2 and "results of an earlier run" in again.stderr and not again.stdout


@pytest.mark.slow
@pytest.mark.language("javascript", "rust", "go", "python", "zig", "c")
@pytest.mark.parametrize("language", ["js", "rust", "go", "python", "zig", "c"])
def test_other_languages_have_scripts_of_the_same_form(shell: Shell, language: str) -> None:
    name, steps = (("clamh", "Generating benchmark harness...\nBuilding binary...\n") if language == "c" else  # C is younger than LATH
                   ("lath", "Generating test harness...\nBuilding executable...\n"))
    process = shell(f"{name}_build_{language}.sh {SOURCES[language]}")
    assert (process.returncode, process.stdout) == (0, f"{steps}Done. {BUILT[language]} built.\n")
    process = shell(f'$CLAMH_HOME/sample_scripts/clamh_exec_all.sh "$@" -o out {" ".join(SHORT)}', f"--{language}={BUILT[language]}")
    assert process.returncode == 0, process.stderr
    assert (shell.folder / f"out_{language}_2.trends").is_file()


@pytest.mark.slow
@pytest.mark.language("java")
def test_several_java_sources_are_one_jar_named_after_the_first(shell: Shell) -> None:
    for name, text in {"Second.java": "public class Second { @Benchmark public int add() { return Needed.TWO; } }",
                       "Third.java": "public class Third { @Benchmark public int sub() { return -Needed.TWO; } }",
                       "Needed.java": "class Needed { static final int TWO = 2; }"}.items():
        (shell.folder / name).write_text(f"import org.openjdk.jmh.annotations.*;\n{text}\n")
    process = shell("clamh_build_java.sh Second.java Third.java Needed.java && java -jar run_Second.jar -l && clamh run -l --artifact java:run_Second.jar")
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[2:] == [
        "Done. run_Second.jar built.", "Benchmarks: ", "clamh.Second.add", "clamh.Third.sub",
        "Benchmarks:", "clamh.Second.add", "clamh.Third.sub"]
    assert not (shell.folder / "run_Third.jar").exists()


@pytest.mark.slow
@pytest.mark.language("java")
def test_a_jmh_project_gives_its_classes_to_the_jar(shell: Shell) -> None:
    project = shell.folder / "bm project"
    (project / "src/main/java/lib").mkdir(parents=True)
    (project / "src/main/java/lib/Lib.java").write_text("package lib; public class Lib { public static final int TWO = 2; }\n")
    pom = (ROOT / "src/clamh/languages/java/pom.xml").read_text()  # JMH and nothing else
    (project / "pom.xml").write_text(pom.replace("<packaging>pom</packaging>", "").replace(
        "<dependencies>", "<properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target></properties><dependencies>", 1))
    (shell.folder / "Third.java").write_text(
        "// No package.\nimport org.openjdk.jmh.annotations.*;\npublic class Third { @Benchmark public int two() { return lib.Lib.TWO; } }\n")
    process = shell('clamh_build_java.sh "bm project" Third.java && java -jar run_Third.jar -l')
    assert process.returncode == 0, f"{process.stdout}{process.stderr}"
    assert process.stdout.splitlines()[-1] == "clamh.Third.two"
    assert (project / "src/main/java/clamh/Third.java").read_text().startswith("package clamh; // No package.\n")
    inside = project / "src/main/java/clamh/Third.java"  # a source of the project stays as it is
    before = inside.read_text()
    process = shell('clamh_build_java.sh "bm project" "bm project/src/main/java/clamh/Third.java"')
    assert process.returncode == 0 and inside.read_text() == before and inside.with_name("run_Third.jar").is_file(), process.stderr


@pytest.mark.slow
@pytest.mark.language("java")
@pytest.mark.usefixtures("short_lived_jvms")
def test_java_runs_on_each_vm_in_both_orders(shell: Shell) -> None:
    home = Path(os.path.realpath(str(shutil.which("java")))).parents[1]
    assert shell("clamh_build_java.sh Factorial.java").returncode == 0
    process = shell(f'$CLAMH_HOME/sample_scripts/clamh_exec_all.sh --java=run_Factorial.jar -o r {" ".join(SHORT)}',
                    JAVA_HOME_GRAALVM=str(home), JAVA_HOME_HOTSPOT11=str(home))
    assert process.returncode == 0, process.stderr
    assert f"    will run on GraalVM at {home}" in process.stdout
    run = [line for line in process.stdout.splitlines() if line.startswith("Run Java (")]
    assert run == ["Run Java (GraalVM)", "Run Java (HotSpot 11)", "Run Java (HotSpot 11)", "Run Java (GraalVM)"]
    assert (shell.folder / "r_java_hotspot11_2.json").is_file() and (shell.folder / "r_java_graalvm_1.trends").is_file()


@pytest.mark.slow
@pytest.mark.language("cpp")
def test_failing_benchmark_sets_the_exit_code_and_others_run(shell: Shell) -> None:
    assert shell("clamh_build_cpp.sh factorial.cpp").returncode == 0
    (shell.folder / "broken.js").write_text("throw new Error('broken');\n")
    process = shell(f'$CLAMH_HOME/sample_scripts/clamh_exec_all.sh --js=broken.js --cpp=run_factorial -o r {" ".join(SHORT)}')
    assert process.returncode == 2
    assert process.stdout.splitlines()[-1].startswith("End: ")
    assert process.stderr.splitlines()[-1] == "clamh_exec_all.sh: 2 of the runs failed; the messages are above"
    assert (shell.folder / "r_cpp_2.json").is_file()


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A PATH with the commands of every system and nothing else."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "cat", "date", "dirname", "basename", "head", "mkdir", "mktemp", "readlink", "rm", "sed", "sort", "tr", "uname"):
        (tools / name).symlink_to(str(shutil.which(name)))
    return tools


def test_where_slurm_is_missing_nothing_is_made(shell: Shell, bare: Path) -> None:
    process = shell(f"PATH={bare}; {SAMPLES}/clamh_run_slurm.sh --cpp=factorial.cpp --exec=factorial.cpp -q x -o a")
    assert process.returncode == 2 and "there is no sbatch on PATH" in process.stderr and not (shell.folder / "a_x").exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the fallback is Linux's")
def test_a_machine_without_tools_is_described_from_proc(shell: Shell, bare: Path) -> None:
    (shell.folder / "out_old_cpp_1.ndjson").touch()  # results of -o out_old
    process = shell(f"PATH={bare}; $CLAMH_HOME/sample_scripts/clamh_exec_all.sh --cpp=factorial.cpp -o out -- --no-lock -h")
    for line in ("(lscpu is not installed)", "(vmstat is not installed)", "(free is not installed)", "MemAvailable:", "pgfault"):
        assert line in process.stdout, f"{line}: {process.stdout}{process.stderr}"
    assert re.search(r"^\d+ \d+ [RS] \S+", process.stdout, re.MULTILINE)  # a process


@pytest.mark.parametrize(("line", "message"), [
    ("clamh_build_cpp.sh", "usage: clamh_build_cpp.sh [(optional) <path to clamh-cpp>] <C++ source filename>"),
    ("lath_build_java.sh", "usage: lath_build_java.sh [(optional) <JMH project directory>] <java source filenames>..."),
    ("clamh_build_python.sh", "usage: clamh_build_python.sh <Python source filename>..."),
    ("clamh_build_cpp.sh nowhere.cpp", "clamh_build_cpp.sh: there is no file 'nowhere.cpp'"),
    ("clamh_build_cpp.sh Factorial.java", "'Factorial.java' is no C++ source"),
    ("touch run_factorial.cpp; clamh_build_cpp.sh factorial.cpp", "'./run_factorial.cpp' is a file of yours"),
    ("clamh_build_cpp.sh . factorial.cpp", "'.' is no clamh-cpp folder: it has no cpp_parser"),
    ("clamh_build_java.sh . Factorial.java", "'.' is no JMH project directory: it has no pom.xml"),
    ("clamh_build_java.sh --fast Factorial.java", "there is no option '--fast'"),
    ("clamh_build_go.sh .", "'.' is a folder"),
    ("CLAMH_HOME=/nowhere clamh_build_js.sh factorial.js", "/nowhere/scripts/build_artifact.sh"),
    ("$SAMPLES/clamh_exec_all.sh", "a benchmark is missing"),
    ("$SAMPLES/clamh_exec_all.sh -o results/run1", "a benchmark is missing"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=nowhere -o results/run1", "there is no benchmark 'nowhere'; build it first"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=factorial.cpp", "-o is missing"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=factorial.cpp --cpp=factorial.cpp -o a", "--cpp is given twice"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=factorial.cpp -o", "-o needs a directory and a base name"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=factorial.cpp -o results/", "type for example -o results/run1"),
    ("$SAMPLES/clamh_exec_all.sh --cpp=factorial.cpp -o factorial.cpp/run1", "the directory 'factorial.cpp' cannot be created"),
    ("$SAMPLES/clamh_exec_all.sh factorial.cpp", "'factorial.cpp' is no option"),
    ("JAVA_HOME_HOTSPOT8=/nowhere $SAMPLES/clamh_exec_all.sh --java=Factorial.java -o a", "JAVA_HOME_HOTSPOT8 is '/nowhere', which has no bin/java"),
    ("$SAMPLES/clamh_run_slurm.sh", "missing: a benchmark such as --cpp=run_factorial, --exec=<script to be run>, -q <queue name>, -o"),
    ("$SAMPLES/clamh_run_slurm.sh --cpp=nowhere", "there is no benchmark 'nowhere'"),
    ("$SAMPLES/clamh_run_slurm.sh --c=nowhere", "there is no benchmark 'nowhere'"),
    ("$SAMPLES/clamh_run_slurm.sh --cpp=factorial.cpp --exec=nowhere -q x -o a", "--exec: there is no script 'nowhere'"),
    ("$SAMPLES/clamh_run_slurm.sh --cpp=factorial.cpp --exec=factorial.cpp -q x -o a --reps=0", "--reps=0 is not a number"),
    ("$SAMPLES/clamh_run_slurm.sh --cpp=factorial.cpp --exec=factorial.cpp -q x -o a -t soon", "-t soon is not a time such as 00:15:00"),
    ("$SAMPLES/clamh_run_slurm.sh --cpp=factorial.cpp --exec=factorial.cpp -q '; ls' -o a", "is not the name of a queue"),
])
def test_bad_input_is_refused_before_anything_is_done(shell: Shell, line: str, message: str) -> None:
    before = sorted(shell.folder.iterdir())
    process = shell(line, SAMPLES=str(SAMPLES))
    assert (process.returncode, process.stdout) == (2, "")
    assert message in process.stderr
    assert [file for file in sorted(shell.folder.iterdir()) if file.name != "run_factorial.cpp"] == before


@pytest.mark.parametrize("name", sorted(path.name for folder in (ROOT / "scripts", SAMPLES) for path in folder.glob("*ath_*.sh")) + ["clamh_exec_all.sh"])
def test_help_is_no_error(shell: Shell, name: str) -> None:
    process = shell(f"PATH=$PATH:{SAMPLES}; {name} -h")
    assert process.returncode == 0 and process.stdout.startswith(f"usage: {name}") and not process.stderr


def test_a_source_that_does_not_compile_has_the_builds_exit_code(shell: Shell) -> None:
    (shell.folder / "wrong.cpp").write_text("//@@Benchmark(speed = 3)\nint f() { return 1; }\n")
    process = shell("clamh_build_cpp.sh wrong.cpp")
    assert process.returncode == 2 and "wrong.cpp:1:" in process.stderr and "Done" not in process.stdout
    assert not list(shell.folder.glob("run_wrong*"))


def test_slurm_gets_a_job_for_each_repetition_and_queue(shell: Shell, tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "sbatch"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$CLAMH_HOME" "$@" --end >>"$LOG"\ncase $1 in *=full) echo invalid partition >&2; exit 1;; esac\n')
    fake.chmod(0o755)
    log = tmp_path / "log"
    line = '$CLAMH_HOME/sample_scripts/clamh_run_slurm.sh --cpp=factorial.cpp "--exec=$1" –q x86_q -q full -o "out 100%" --reps=2 -t 01:00:00'
    process = shell(f"PATH={fake.parent}:$PATH; {line}", str(SAMPLES / "clamh_exec_all.sh"), LOG=str(log))
    assert process.returncode == 1 and process.stderr.count("Slurm refused repetition") == 2
    assert process.stdout.startswith("Submitted jobs: 2;")
    jobs = [job.splitlines() for job in log.read_text().split("--end\n")[:-1]]
    base = "out 100%_x86_q/factorial_test_rep2"
    written = base.replace("%", "%%")
    assert len(jobs) == 4 and jobs[1] == [
        str(ROOT), "--partition=x86_q", "--time=01:00:00", "--nodes=1", "--exclusive", "--job-name=factorial", f"--output={written}.result",
        f"--error={written}.err", str(SAMPLES / "clamh_exec_all.sh"), "--cpp=factorial.cpp", "-o", base]
    assert (shell.folder / "out 100%_x86_q").is_dir() and not (shell.folder / "out 100%_full").exists()
