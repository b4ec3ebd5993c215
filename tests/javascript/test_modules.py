"""Is a user's module what it is without CLAMH: its kind, its place, its names, its errors? And does the artifact stand alone?"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from clamh.languages.javascript.modules import module_format
from clamh.languages.javascript.source_copy import copy_source
from clamh.model.errors import BuildError
from clamh.model.sources import Annotation, Location
from clamh.sources.discover import discover

pytestmark = pytest.mark.language("javascript")

SHAPES = {
    "Own.method": "[i:2,i:2,s:a,b:true]",
    "arrow": "[i:2,i:1,i:1,s:mine,i:4,i:6,i:7,i:8]",
    "names": "[s:shapes.mjs,s:plain,s:arrow,default,s:plainly.cjs]",
}
PARAMS = {"Own.size": "2", "Shared.name": "a"}


@pytest.mark.parametrize("benchmark", SHAPES)
def test_an_es_module_has_its_own_url_imports_and_names(talk, platform, benchmark: str) -> None:
    given = {"Own.method": PARAMS, "arrow": {"Own.size": "2"}, "names": {}}[benchmark]
    assert talk("plain/shapes.mjs", platform=platform).invoke(benchmark, given)["returned"] == SHAPES[benchmark]


def test_blackhole_is_injected_by_type(talk, platform) -> None:
    worker = talk("plain/shapes.mjs", platform=platform)
    assert worker.invoke("takes", {"Own.size": "3"})["consumed"] == ["i:3", "[null,null,i:1]"]
    assert worker.open("f", "fails")["event"] == "opened"
    source = (Path(__file__).parent / "sources/plain/shapes.mjs").read_text().splitlines()
    line = next(at for at, text in enumerate(source, 1) if "assert(" in text)
    assert f"shapes.mjs:{line}:35)" in worker.say("invoke", "f", 1)["message"]


def test_commonjs_has_its_own_file_name_and_one_identity(talk, platform) -> None:
    worker = talk("typed/crlf.js", platform=platform)
    assert worker.invoke("places")["returned"] == "[s:crlf.js,s:typed,b:true,b:false,b:false]"
    worker.open("f", "fails")
    column = 74 if "bun" in platform.id else 75  # where the engine says that `null.x` fails
    assert f"typed/crlf.js:10:{column})" in worker.say("invoke", "f", 1)["message"]


def test_user_code_may_replace_what_the_worker_is_made_of(talk, platform) -> None:
    worker = talk("patches.js", platform=platform, CLAMH_CLOCK=None)
    for benchmark, value in (("sum", "i:45"), ("later", "[i:7]")):
        worker.open(benchmark, benchmark)
        assert worker.say("iterate", benchmark, "warmup", 3_000_000, 0, 1, 1)["event"] == "iteration"
        assert worker.say("close", benchmark)["event"] == "closed"
    assert worker.invoke("sum")["returned"] == "i:45"


@pytest.mark.parametrize(("name", "text", "place", "message"), [
    ("a.mjs", "//@@Benchmark\nexport function f() { return 1 +; }", "a.mjs:2", "SyntaxError: Unexpected token ';'"),
    ("a.cjs", "//@@Benchmark\nfunction f() {}\nlet f = 3;", "a.cjs:3", "SyntaxError: Identifier 'f' has already"),
    ("a.js", "import fs from 'node:fs';\nimport {\n x } from './not-there.mjs';\n//@@Benchmark\nfunction f() {}", "a.js:3",
     "not-there.mjs"),
    ("a.mjs", "import x from 'no-such-package/deep';\n//@@Benchmark\nfunction f() {}", "a.mjs:1", "no-such-package"),
    ("a.mjs", "import { no } from './b.mjs';\n//@@Benchmark\nfunction f() {}", "a.mjs:1", "does not provide an export named 'no'"),
])
def test_what_cannot_be_linked_is_an_error_of_the_build_with_its_line(made, platform, tmp_path, name, text, place, message) -> None:
    (tmp_path / "b.mjs").write_text("export const a = 1;")
    (tmp_path / name).write_text(text)
    with pytest.raises(BuildError) as raised:
        made(tmp_path / name, platform)
    # Bun has words of its own for the engine's messages.
    assert place in raised.value.output and (message in raised.value.output or "bun" in platform.id)


def test_linking_runs_nothing_and_a_module_that_throws_says_where(made, talk, platform, tmp_path: Path) -> None:
    source = tmp_path / "top.mjs"
    source.write_text("console.log('it runs');\n//@@Benchmark\nexport function f() {}\nnull.x;\n")
    worker = talk(made(source, platform))
    (failed,) = worker.describe()
    assert (failed["reason"], failed["where"]) == ("benchmark", "top.mjs") and "top.mjs:4:" in failed["message"]
    assert worker.end() == (0, "it runs\n")


def test_module_that_exits_early_is_reported(made, talk, tmp_path: Path) -> None:
    source = tmp_path / "early.cjs"
    source.write_text("//@@Benchmark\nfunction f() {}\nreturn;\n")
    assert "ended before its last line" in talk(made(source)).describe()[0]["message"]


@pytest.mark.parametrize(("main", "lib"), [("a.mjs", "lib.mjs"), ("a.cjs", "lib.cjs"), ("a.mjs", "lib.cjs")])
def test_a_companion_is_the_text_of_the_build(made, talk, platform, tmp_path: Path, main: str, lib: str) -> None:
    get = f"import {{ get }} from './{lib}';" if main == "a.mjs" else f"const {{ get }} = require('./{lib}');"
    (tmp_path / main).write_text(f"{get}\n//@@Benchmark\nfunction got() {{ return get(); }}\n")
    text = f"{'export const get' if lib == 'lib.mjs' else 'exports.get'} = () => 'old';\n"
    (tmp_path / lib).write_text(text)
    artifact = made(tmp_path / main, platform)
    (tmp_path / lib).write_text(text.replace("old", "new"))
    from_its_place = "bun" in platform.id and (main, lib) == ("a.mjs", "lib.cjs")  # no plugin can give Bun such a file
    assert talk(artifact).invoke("got")["returned"] == ("s:new" if from_its_place else "s:old")


def test_an_array_inside_itself_is_no_sequence_there(made, talk, tmp_path: Path) -> None:
    """Two places in a ring gave 2 ** 64 texts: the check of values ran until its timeout."""
    (tmp_path / "ring.js").write_text("//@@Benchmark\nfunction ring() { const ring = [1]; ring.push(ring, [ring]); return ring; }\n")
    assert talk(made(tmp_path / "ring.js")).invoke("ring")["returned"] == "[i:1,object,[object]]"


@pytest.mark.parametrize("suffix", ["mjs", "cjs"])
def test_a_link_is_loaded_by_its_own_name_in_its_own_folder(made, talk, platform, tmp_path: Path, suffix: str) -> None:
    texts = {"mjs": ("import { basename } from 'node:path';\nimport { lib } from './lib.mjs';\nconst name = import.meta.url;\n", "export const lib ="),
             "cjs": ("const { basename } = require('node:path');\nconst { lib } = require('./lib.cjs');\nconst name = __filename;\n",
                     "exports.lib =")}
    head, export = texts[suffix]
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"lib.{suffix}").write_text(f"{export} '{folder}';\n")
    (tmp_path / "there" / f"suite_v2.{suffix}").write_text(f"{head}//@@Benchmark\nfunction place() {{ return [basename(name), lib]; }}\n")
    (tmp_path / "here" / f"suite.{suffix}").symlink_to(f"../there/suite_v2.{suffix}")
    if "bun" in platform.id and suffix == "mjs":
        with pytest.raises(BuildError) as raised:
            made(tmp_path / "here" / "suite.mjs", platform)
        assert f"here/suite.mjs is a link, and Bun loads what it leads to: name {tmp_path}/there/suite_v2.mjs instead" in raised.value.output
        return
    assert talk(made(tmp_path / "here" / f"suite.{suffix}", platform)).invoke("place")["returned"] == f"[s:suite.{suffix},s:here]"


@pytest.mark.parametrize("suffix", ["mjs", "cjs"])
def test_a_companion_behind_a_link_imports_from_its_own_folder(made, talk, platform, tmp_path: Path, suffix: str) -> None:
    (tmp_path / "real").mkdir()
    take, export = (("import {{ {0} }} from './{1}';\n", "export const {0} = ") if suffix == "mjs"
                    else ("const {{ {0} }} = require('./{1}');\n", "exports.{0} = "))
    (tmp_path / "real" / f"lib.{suffix}").write_text(take.format("deep", f"deep.{suffix}") + export.format("lib") + "deep;\n")
    (tmp_path / "real" / f"deep.{suffix}").write_text(export.format("deep") + "7;\n")
    (tmp_path / f"link.{suffix}").symlink_to(f"real/lib.{suffix}")
    source = tmp_path / f"a.{suffix}"
    source.write_text(take.format("lib", f"link.{suffix}") + "//@@Benchmark\nfunction got() { return lib; }\n")
    assert talk(made(source, platform)).invoke("got")["returned"] == "i:7"


ROWED = """
//@@State(Scope.Benchmark)
//@@ParamRows({"n,text", "1,'a, b'", "8,c", "8,d"})
class Rows {
    //@@Param
    n = 0;
    //@@Param
    text = '';
}
//@@Benchmark
function rowed(rows) {}

//@@State(Scope.Benchmark)
class Spelled {
    //@@Param("true")
    on = false;
    //@@Param("16")
    big = 0n;
}
//@@Benchmark
function spells(spelled) {}
"""


@pytest.mark.parametrize("kind", ["module", "commonjs"])
def test_the_artifact_runs_alone_beside_its_source_under_either_type(made, platform, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "a b;$(x) <é>"
    folder.mkdir()
    (folder / "package.json").write_text(f'{{"type": "{kind}"}}')
    source = folder / "q'uote.js"
    source.write_text("//@@State(Scope.Benchmark)\nclass In {\n//@@Param(\"3\")\nn = 0;\n}\n//@@Benchmark\nfunction f(in_) {}\n".replace("in_", "iN")
                      + ROWED)
    artifact = made(source, platform)
    published = folder / "run_q'uote.js"
    published.write_bytes(Path(artifact.path).read_bytes())
    published.chmod(0o755)
    assert os.access(artifact.path, os.X_OK)
    assert [Path(source_file.path).name for source_file in discover([str(folder)])[0]] == ["q'uote.js"]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([platform.executable, published, *words], capture_output=True, text=True, check=False,
                              env={"PATH": "/nowhere", "CLAMH_CLOCK": "counted:1000000"}, timeout=300)

    process = run("--solo", "f", "-p", "n=4", "-wi", "1", "-i", "2", "-w", "2ms", "-r", "2ms")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.splitlines()[2:5] == [
        "Threads: 1 thread", "Warmup: 1 iteration, 0.002 s each", "Measurement: 2 iterations, 0.002 s each"]
    assert process.stdout.splitlines()[-8:] == [
        "", "Benchmark f, warmup iteration 1: 1000000 ns/op", "Benchmark f, iteration 1: 1000000 ns/op", "Benchmark f, iteration 2: 1000000 ns/op",
        "", "Result for f:", "  1000000 ns/op", "  (min, avg, max) = (1000000, 1000000, 1000000), stdev = 0"]
    assert "Parameters: (In.n = 4)" in process.stdout
    for given, taken in ((), "Rows.n = 1, Rows.text = a, b"), (("n=8",), "Rows.n = 8, Rows.text = c"), (
            ("text=d",), "Rows.n = 8, Rows.text = d"), (("n=5", "text=e"), "Rows.n = 5, Rows.text = e"):
        process = run("--solo", "rowed", *(word for text in given for word in ("-p", text)), "-bm", "ss")
        assert f"Parameters: ({taken})" in process.stdout, process.stderr
    assert "(In.n = NaN)" in run("--solo", "f", "-p", "n=nan", "-bm", "ss").stdout  # nan is the text of every language
    for given, taken in (("big=0x11", "17"), ("big=-1_0", "-10"), ("on=true", "16")):
        assert f"(Spelled.on = true, Spelled.big = {taken})" in run("--solo", "spells", "-p", given, "-bm", "ss").stdout
    for words, complaint in ((("--solo", "g"), "no benchmark is called g; there are:\n  f\n  rowed"), (("--solo", "f", "-i", "0"), "-i 0"),
                             (("--solo", "f", "-p", "m=1"), "no param is called m"),
                             (("--solo", "f", "-p", "n="), 'param In.n is of type float and cannot be ""'),
                             (("--solo", "spells", "-p", "on=yes"), 'param Spelled.on is of type boolean and cannot be "yes"'),
                             (("--solo", "spells", "-p", "big=nan"), 'param Spelled.big is of type integer and cannot be "nan"'),
                             (("--solo", "rowed", "-p", "n=3"), "there are:\n  Rows.n=1 Rows.text=a, b\n"), ((), "with one of these as NAME:\n  f\n  rowed\n"),
                             ((), f"Without it: {Path(platform.executable).name} {published} --solo NAME"),
                             (("--solo",), "--solo needs the name of a benchmark; there are:\n  f\n  rowed\n")):
        process = run(*words)
        assert process.returncode == 2 and complaint in process.stderr


def test_an_artifact_hands_its_runtime_and_flags_to_clamh(made, platform, tmp_path: Path) -> None:
    source = tmp_path / "a.js"
    source.write_text("//@@Benchmark\nfunction f() {}\n")
    (tmp_path / "clamh").write_text("#!/bin/sh\nprintf '%s' \"$NODE\"\n")
    (tmp_path / "clamh").chmod(0o755)
    flag = "--smol" if "bun" in platform.id else "--title=it's"
    process = subprocess.run([platform.executable, flag, made(source, platform).path, "-i", "5"], capture_output=True, text=True, check=True,
                             env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}, timeout=300)
    program, *flags = shlex.split(process.stdout)
    assert os.path.samefile(program, platform.executable) and flags == [flag]


@pytest.mark.parametrize(("name", "package", "text", "expected"), [
    ("a.mjs", {"type": "commonjs"}, "", "module"),
    ("a.cjs", {"type": "module"}, "", "commonjs"),
    ("a.js", {"type": "module"}, "", "module"),
    ("a.js", {"type": "commonjs"}, "export {};", "commonjs"),
    ("a.js", {}, "export {};", "module"),
    ("a.js", {}, "import('x'); const s = 'import y'; // export {}", "commonjs"),
    ("a.js", {}, "import.meta.url", "module"),
    ("a.js", {}, "await null;", "module"),
    ("a.js", {}, "async function f() { await null; }", "commonjs"),
    ("a.ts", {}, "import fs = require('fs');\nexport = { f: fs };", "commonjs"),
    ("a.ts", {}, "import fs = require('fs');\nexport { fs };", "module"),
])
def test_the_kind_of_a_module_is_what_node_takes_it_for(tmp_path: Path, name, package, text, expected) -> None:
    (tmp_path / "package.json").write_text(json.dumps(package))
    assert module_format(str(tmp_path / name), text) == expected


def test_source_copy_keeps_lines_and_columns() -> None:
    text = "\ufeff#!/usr/bin/env node\r\n@Param(\"𝒳é\") x = 1; //@@Setup\n".encode()
    start = text.index(b"@Param")
    at = Annotation(name="Param", arguments=(), spelling="at", location=Location(path="a.js", line=2), start=start,
                    end=text.index(b" x ="))
    comment = Annotation(name="Setup", arguments=(), spelling="comment", location=Location(path="a.js", line=2),
                         start=text.index(b"//@@"), end=len(text) - 1)
    assert copy_source(text, [comment, at]) == "///usr/bin/env node\r\n" + " " * 13 + " x = 1; //@@Setup\n"
