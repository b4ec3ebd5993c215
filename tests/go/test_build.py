"""Is what a source needs built with it, and does what the compiler says point into the user's file?"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import in_process
import pytest

from clamh.building.build import find_platforms
from clamh.languages.go import toolchain

pytestmark = [pytest.mark.language("go"), pytest.mark.slow]
SHORT = ("-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-lock")
SOURCE = """package sums

import (
	"example.org/m/internal/limits"
	"example.org/m/sums/internal/near"
	"example.org/other"
)

// @@Benchmark
func limit() int { return limits.Most + near.One + other.One + helper() }
"""
FILES = {
    "go.mod": "module example.org/m\n\ngo 1.22\n\nrequire example.org/other v0.0.0\n\nreplace example.org/other => ./other\n",
    "internal/limits/limits.go": "package limits\n\nvar Most = 3\n",
    "sums/internal/near/near.go": "package near\n\nvar One = 1\n",
    "other/go.mod": "module example.org/other\n\ngo 1.22\n",
    "other/other.go": "package other\n\nvar One = 1\n",
    "sums/sums.go": SOURCE,
    "sums/helper.go": "package sums\n\nfunc helper() int { return 38 }\n",
    "clamh.toml": "[go]\nmodules = [\"go.mod\"]\n",
}


@pytest.fixture
def clamh(tmp_path: Path, cache: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `clamh` in an empty folder."""
    environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "200", "NO_COLOR": "1"}
    return lambda *argv: in_process.clamh(argv, tmp_path, environ)


def test_file_of_a_module_is_rebuilt_if_its_parts_change(clamh, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    done = clamh("run", "sums/sums.go", *SHORT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "from the cache" in clamh("build", "sums/sums.go").stdout
    (tmp_path / "internal/limits/limits.go").write_text("package limits\n\nvar Less = 3\n")
    done = clamh("run", "sums/sums.go", *SHORT)
    assert done.returncode == 2 and "sums/sums.go:10:34: undefined: limits.Most" in done.stderr, done.stderr
    (tmp_path / "clamh.toml").unlink()
    done = clamh("run", "sums/sums.go", *SHORT)
    assert done.returncode == 2 and 'modules = ["go.mod"]' in done.stderr, done.stderr


@pytest.mark.parametrize(("place", "changes"), [
    ("../other", ("other/other.go", "other/data/one.txt", "other/go.mod")), ("{}/other", ("other/other.go",))])
def test_a_module_elsewhere_that_replaces_one_is_watched_with_what_it_embeds(clamh, tmp_path: Path, place: str, changes: tuple[str, ...]) -> None:
    files = {
        "own/go.mod": FILES["go.mod"].replace("./other", place.format(tmp_path)),
        "own/own.go": 'package own\n\nimport "example.org/other"\n\n// @@Benchmark\nfunc size() int { return len(other.One) }\n',
        "own/clamh.toml": FILES["clamh.toml"],
        "other/go.mod": FILES["other/go.mod"],
        "other/other.go": 'package other\n\nimport _ "embed"\n\n//go:embed "data/one.txt"\nvar One string\n',
        "other/data/one.txt": "one",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [("from the cache" in clamh("build", "own/own.go").stdout) for _ in range(2)] == [False, True]
    for changed in changes:
        with (tmp_path / changed).open("a") as file:
            file.write("\n")
        assert ["from the cache" in clamh("build", "own/own.go").stdout for _ in range(2)] == [False, True], changed


def test_embedded_files_are_those_beside_the_source(clamh, tmp_path: Path) -> None:
    files = {
        "words.txt": "words", "lists/first.txt": " first", "lists/second.txt": " second", "data/.third": " third", "data/fourth": " fourth",
        "embeds.go": """package embeds

import (
	"embed"
	"errors"
)

//go:embed words.txt
var words string

var (
	//go:embed lists/*.txt all:data
	files embed.FS
	//go:embed data
	shown embed.FS
)

// @@Benchmark
func fail() error {
	text := words
	for _, name := range []string{"lists/first.txt", "lists/second.txt", "data/.third", "data/fourth"} {
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		text += string(content)
	}
	if _, err := shown.ReadFile("data/.third"); err == nil {
		return errors.New("a hidden file is shown")
	}
	return errors.New(text)
}
""",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    done = clamh("run", "embeds.go", *SHORT)
    assert "words first second third fourth" in done.stdout + done.stderr, done.stdout + done.stderr
    assert "from the cache" in clamh("build", "embeds.go").stdout
    (tmp_path / "data/fourth").write_text(" other")
    assert "words first second third other" in clamh("run", "embeds.go", *SHORT).stdout


def test_method_of_a_type_without_state_runs_on_a_constructed_object(clamh, tmp_path: Path) -> None:
    (tmp_path / "suite.go").write_text("""package suite

import "fmt"

type Suite struct{ size int }

func NewSuite() *Suite { return &Suite{size: 3} }

// @@Benchmark
func (suite *Suite) run() error { return fmt.Errorf("size %d", suite.size) }
""")
    done = clamh("run", "suite.go", *SHORT)
    assert done.returncode == 1 and "size 3" in done.stdout + done.stderr, done.stdout + done.stderr
    (tmp_path / "panics.go").write_text("""package suite

type Suite struct{}

func NewSuite() Suite { panic("no suite") }

// @@Benchmark
func (suite *Suite) run() {}
""")
    clamh("run", "panics.go", *SHORT, "--results", "panics.ndjson")
    lines = [json.loads(line) for line in (tmp_path / "panics.ndjson").read_text().splitlines()]
    assert [(line["where"], line["reason"]) for line in lines if line["event"] == "fork_end"] == [("suite.Suite.run", "setup")]


def test_what_the_compiler_says_has_the_users_file_line_and_column(clamh, tmp_path: Path) -> None:
    (tmp_path / "bad.go").write_text("package main\n\n// @@Benchmark\nfunc f() int {\n\treturn nothing + 1\n}\n\nfunc main() { unused := 3 }\n")
    done = clamh("build", "bad.go")
    assert done.returncode == 2 and "bad.go:5:9: undefined: nothing" in done.stderr
    assert re.search(r"bad\.go:8:15: (?:unused )?declared and not used", done.stderr), done.stderr  # as Go 1.22 says it and as 1.24 does
    (tmp_path / "bad.go").write_text("package p\n\n// @@State(Scope.Thread)\ntype S struct {\n\t// @@Param({\"1\"})\n\tn Other\n}\n\n// @@Benchmark\nfunc f(s *S) {}\n")
    done = clamh("build", "bad.go")
    assert done.returncode == 2 and "bad.go:6:4: undefined: Other" in done.stderr, done.stderr
    (tmp_path / "bad.go").write_text("//go:build plan9\n\npackage p\n\n// @@Benchmark\nfunc f() {}\n")
    assert "its //go:build line leaves the source out here" in clamh("build", "bad.go").stderr


def test_a_panic_an_exit_an_overflow_and_an_error_are_failed_cases(clamh, tmp_path: Path) -> None:
    (tmp_path / "fails.go").write_text("""package main

import (
	"errors"
	"os"
)

// @@Benchmark
func panics() int {
	return inner(nil)
}

//go:noinline
func inner(of []int) int { return of[3] }

// @@Benchmark
func exits() { os.Exit(3) }

// @@Benchmark
func overflows() int { return deep(0) }

func deep(of int) int { return deep(of+1) + 1 }

// @@Benchmark
func wrong() (int, error) { return 1, errors.New("no more") }

func main() {}
""")
    done = clamh("run", "fails.go", *SHORT)
    text = done.stdout + done.stderr
    assert done.returncode == 1, text
    assert "index out of range [3]" in text and "fails.go:14" in text and "fails.go:10" in text
    assert "exited with code 3" in text and "no more" in text
    assert "fatal error: stack overflow" in text and re.search(r"user\.deep\(.*\n.*fails\.go:22", text), text


@pytest.mark.parametrize("parameter", ["*cache.Memory", "*cache.Control", "**Input"])
def test_another_type_than_the_injected_is_refused_in_the_users_line(clamh, tmp_path: Path, parameter: str) -> None:
    files = {
        "go.mod": "module example.org/m\n\ngo 1.22\n", "clamh.toml": FILES["clamh.toml"],
        "cache/cache.go": "package cache\n\ntype Memory struct{ n int }\n\ntype Control struct{ n int }\n\nfunc Get() int { return 1 }\n",
        "get.go": f'package get\n\nimport "example.org/m/cache"\n\nvar One = cache.Get()\n\n// @@State(Scope.Thread)\ntype Input struct{{ n int }}\n\n'
                  f"// @@Benchmark\nfunc get(m {parameter}) int {{ return 1 }}\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    done = clamh("build", "get.go")
    assert done.returncode == 2 and re.search(rf"get\.go:11:\S* cannot use \w+ .* as {re.escape(parameter)} value", done.stderr), done.stderr


def test_defaults_of_GODEBUG_are_those_of_the_source_and_its_module(clamh, tmp_path: Path) -> None:
    (tmp_path / "debug.go").write_text("""//go:debug panicnil=1

package main

import (
	"errors"
	"runtime/debug"
)

// @@Benchmark
func defaults() error {
	info, _ := debug.ReadBuildInfo()
	for _, setting := range info.Settings {
		if setting.Key == "DefaultGODEBUG" {
			return errors.New(setting.Value)
		}
	}
	return errors.New("none")
}

func main() {}
""")
    done = clamh("run", "debug.go", *SHORT)
    assert "panicnil=1" in done.stdout + done.stderr, done.stdout + done.stderr
    (tmp_path / "go.mod").write_text("module example.org/m\n\ngo 1.23\n\ngodebug asynctimerchan=1\n")
    (tmp_path / "clamh.toml").write_text(FILES["clamh.toml"])
    assert re.search(r"asynctimerchan=1,(?:.*,)?panicnil=1", clamh("run", "debug.go", *SHORT).stdout)


def test_the_runtime_compiles_for_macos() -> None:
    go = find_platforms("go", {"PATH": os.environ["PATH"]})[0][0]
    environ = {**os.environ, "GOOS": "darwin", "GOARCH": "arm64", "GOTOOLCHAIN": "local", "GOWORK": "off", "CGO_ENABLED": "0"}
    process = subprocess.run([go.executable, "vet", "."], cwd=toolchain.RUNTIME, env=environ, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


ADD = {"amd64": "MOVQ a+0(FP), AX; ADDQ $ONE, AX; MOVQ AX, ret+8(FP)", "arm64": "MOVD a+0(FP), R0; ADD $ONE, R0; MOVD R0, ret+8(FP)"}
PLUS = 'package plus\n\nimport "fmt"\n\n{}\n// @@Benchmark\nfunc fail() error {{ return fmt.Errorf("sum %d", {}) }}\n'


@pytest.mark.parametrize(("source", "files", "changed"), [
    (PLUS.format("func plus(a int) int\n", "plus(2)"),
     {"one.h": "#define ONE 1\n", **{f"plus_{machine}.s": f'#include "one.h"\nTEXT ·plus(SB), 4, $0-16\n\t{code}; RET\n' for machine, code in ADD.items()}},
     "one.h"),
    (PLUS.format('import (\n\t_ "embed"\n\n\t// #include "one.h"\n\t"C"\n)\n', "C.plus(2)"),
     {"one.h": "int plus(int a);\n", "one.c": "#define ONE 1\nint plus(int a) { return a + ONE; }\n"}, "one.c"),
])
def test_assembly_and_C_beside_a_source_are_part_of_it(clamh, tmp_path: Path, source: str, files: dict[str, str], changed: str) -> None:
    for name, text in {"plus.go": source, **files}.items():
        (tmp_path / name).write_text(text)
    assert "sum 3" in clamh("run", "plus.go", *SHORT).stdout
    assert "from the cache" in clamh("build", "plus.go").stdout
    (tmp_path / changed).write_text(files[changed].replace("ONE 1", "ONE 5"))
    assert "sum 7" in clamh("run", "plus.go", *SHORT).stdout


def test_leading_zeros_are_decimal_without_a_driver_too(clamh, tmp_path: Path) -> None:
    (tmp_path / "octal.go").write_text("""package octal

import "fmt"

// @@State(Scope.Thread)
type State struct {
	// @@Param({"1"})
	n int
}

// @@Benchmark
func fail(state *State) error { return fmt.Errorf("n is %d.", state.n) }
""")
    assert clamh("build", "octal.go").returncode == 0
    for text, n in {"010": 10, "08": 8, "-010": -10, "0_10": 10, "0x10": 16, "0": 0, "00": 0}.items():
        done = subprocess.run([tmp_path / "run_octal", "--solo", "fail", "-p", f"n={text}", "-bm", "ss"], capture_output=True, text=True, check=False)
        assert f"n is {n}." in done.stderr, done.stderr


def test_a_panic_with_an_odd_value_is_a_failure_of_the_benchmark(clamh, tmp_path: Path) -> None:
    (tmp_path / "odd.go").write_text("""package main

type odd struct{ text string }

func (one *odd) Error() string { return one.text }

type worse struct{}

func (worse) Error() string { panic("no words") }

// @@Benchmark
func nothing() { panic((*odd)(nil)) }

// @@Benchmark
func wordless() { panic(worse{}) }

func main() {}
""")
    clamh("run", "odd.go", *SHORT, "--results", "odd.ndjson")
    lines = [json.loads(line) for line in (tmp_path / "odd.ndjson").read_text().splitlines()]
    ends = {line["where"]: (line["reason"], line["message"].splitlines()) for line in lines if line["event"] == "fork_end"}
    assert {name: (reason, text[0]) for name, (reason, text) in ends.items()} == {
        "main.nothing": ("benchmark", "<nil>"), "main.wordless": ("benchmark", "%!v(PANIC=Error method: no words)")}
    assert all("odd.go:" in text[1] for _, text in ends.values())
