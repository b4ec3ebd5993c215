"""Is what was built known by all that was read for it, and can a build be ended at once, with all that it started?"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.building import build
from clamh.languages.base import Build, Step
from clamh.model.artifacts import Platform
from clamh.model.errors import BuildError
from clamh.model.sources import SourceFile, Unit, Wrapper

# A compiler driver that starts the real compiler and waits for it, as g++ and mvn do.
DRIVER = """import subprocess, sys, pathlib
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path("started").write_text(str(child.pid))
child.wait()
"""


def test_stop_ends_steps_and_their_children(tmp_path: Path) -> None:
    step = Step(title="compile", argv=(sys.executable, "-c", DRIVER), outputs=())
    with ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(build._run, step, tmp_path, {})
        deadline = time.monotonic() + 20
        started = tmp_path / "started"
        while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
            time.sleep(0.01)
        build.stop()
        with pytest.raises(BuildError, match="compile failed"):
            under_way.result(timeout=20)
    child = int(started.read_text())
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(child)


def test_steps_beside_each_other_run_at_the_same_time_and_the_next_one_after_both(tmp_path: Path) -> None:
    meets = "import pathlib, sys, time\npathlib.Path(sys.argv[1]).touch()\nlast = time.monotonic() + 20\n" \
            "while not pathlib.Path(sys.argv[2]).exists() and time.monotonic() < last: time.sleep(0.01)\n"
    follows = "import pathlib\nassert pathlib.Path('one').exists() and pathlib.Path('two').exists()\npathlib.Path('end').touch()"
    steps = [
        Step(title="one", argv=(sys.executable, "-c", meets, "one", "two"), outputs=("one", "two")),
        Step(title="two", argv=(sys.executable, "-c", meets, "two", "one"), outputs=("one", "two"), beside=True),
        Step(title="end", argv=(sys.executable, "-c", follows), outputs=("end",)),
    ]
    build._run_all(steps, tmp_path, tmp_path / "shared", {})
    assert (tmp_path / "end").exists()


def test_the_build_folder_is_left_out_of_what_a_compiler_says(tmp_path: Path) -> None:
    said = f"import sys; print({str(tmp_path / 'bench.x')!r} + ':5: undefined'); sys.exit(1)"
    with pytest.raises(BuildError) as refused:
        build._run(Step(title="link", argv=(sys.executable, "-c", said), outputs=()), tmp_path, {})
    assert refused.value.output == "bench.x:5: undefined\n"


@pytest.mark.parametrize(("said", "mend"), [("x.o: nothing defines f", "name its file"), ("x.o: no such option", "")])
def test_what_the_words_of_a_failed_step_do_not_say_is_advised(tmp_path: Path, said: str, mend: str) -> None:
    step = Step(title="link", argv=(sys.executable, "-c", f"import sys; sys.exit({said!r})"), outputs=(),
                advice={"nothing defines": "name its file"})
    with pytest.raises(BuildError) as refused:
        build._run(step, tmp_path, {})
    assert (refused.value.output, refused.value.mend) == (f"{said}\n", mend)


def test_a_file_of_a_step_is_never_half_there_for_the_steps_beside_it(tmp_path: Path) -> None:
    """Of four code layouts that were linked at once one found an empty platform.rs, which another was writing again."""
    build._write(tmp_path, {"a/same": "one", "other": "one"})
    with (tmp_path / "a/same").open() as same, (tmp_path / "other").open() as other:
        build._write(tmp_path, {"a/same": "one", "other": "two"})
        assert os.path.samestat(os.fstat(same.fileno()), (tmp_path / "a/same").stat())
        assert (other.read(), (tmp_path / "other").read_text()) == ("one", "two")
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["a", "other", "same"]


# A compiler: the artifact is the header's text, and a rule for make names the header.
COMPILER = """import pathlib, sys
header, source = map(pathlib.Path, sys.argv[1:])
pathlib.Path("artifact").write_text(header.read_text())
pathlib.Path("artifact.d").write_text(f"artifact: {source} \\\\\\n {header}\\n")
"""


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """compiled(): the artifact of a source that includes a header of another folder, and what was told of it."""
    header, archive = tmp_path / "include.h", tmp_path / "lib.a"
    source = SourceFile(path=str(tmp_path / "own.x"), language="x", sha256="00", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    wrapper = Wrapper(unit=unit, files={"wrapper.x": "text"}, entry="wrapper.x")
    step = Step(title="compile", argv=(sys.executable, "-c", COMPILER, str(header), "wrapper.x"), outputs=("artifact",),
                depends="artifact.d", reads=(str(archive),))
    linker = 'import shutil, sys; shutil.copy("artifact", sys.argv[1])'
    layouts = tuple(Step(title="link", argv=(sys.executable, "-c", linker, f"artifact.{number}"), outputs=(f"artifact.{number}",))
                    for number in (1, 2, 3))
    toolchain = SimpleNamespace(build=lambda *_: Build(steps=(step,), artifact="artifact", layouts=layouts))
    monkeypatch.setattr(build, "languages", lambda: {"x": SimpleNamespace(toolchain=toolchain)})
    header.write_text("one")
    archive.write_text("of one")

    def compiled(**wanted):
        told: list[str] = []
        on = Platform(id="x/x", language="x", executable="x", version="1")
        made = build.build(wrapper, on, {"CLAMH_CACHE": str(tmp_path / "cache")}, told.append, **wanted)
        return made, len(told)

    return compiled, header, archive


def test_code_layouts_are_linked_when_they_are_wanted_and_anew_with_the_artifact(compiled) -> None:
    make, header, _ = compiled

    def linked(made) -> list[str]:
        return [Path(one).read_text() if Path(one).exists() else "" for one in made.layouts]

    made, _ = make(layouts=3, link=False)
    assert (linked(made), made.most_layouts) == (["", ""], 4) and build.laid_out(made.path) == ()
    assert [(linked(one), told, one.cached) for one, told in (make(layouts=3), make(layouts=3), make())] == [
        (["one", "one"], 1, False), (["one", "one"], 0, True), ([], 0, True)]
    header.write_text("two")
    made, _ = make(layouts=2)
    assert linked(made) == ["two"] and build.laid_out(made.path) == made.layouts  # what was linked of the old one counts no more
    made, told = make(layouts=9)
    assert (linked(made), told) == (["two"] * 3, 1)


def test_a_header_that_changes_is_built_anew(compiled) -> None:
    make, header, archive = compiled
    made, told = make()
    assert (Path(made.path).read_text(), told, made.cached) == ("one", 1, False)
    assert {str(header), str(archive)} < set(made.sources) and len(made.sources) == 3
    again, told = make()
    assert (again.sha256, again.sources, told, again.cached) == (made.sha256, made.sources, 0, True)
    header.write_text("two")
    changed, told = make()
    assert (Path(changed.path).read_text(), told) == ("two", 1) and changed.sources != made.sources
    archive.write_text("of two")
    assert [make()[1], make()[1]] == [1, 0]


def test_other_cache_version_builds_anew_beside_the_old_folder(compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    make, *_ = compiled
    before, _ = make()
    monkeypatch.setattr(build, "CACHE_VERSION", build.CACHE_VERSION + 1)
    after, told = make()
    assert (told, after.cached) == (1, False)
    assert Path(before.path).parent != Path(after.path).parent and Path(before.path).exists()


def test_what_is_gone_or_not_whole_is_built_anew(compiled) -> None:
    make, header, _ = compiled
    made, _ = make()
    Path(made.path).unlink()
    assert [make()[1], make()[1]] == [1, 0]
    (Path(made.path).parent / "complete").write_text("")  # as an older clamh wrote it, or a crash left it
    assert [make()[1], make()[1]] == [1, 0]
    header.unlink()
    with pytest.raises(BuildError, match="compile failed"):
        make()


@pytest.mark.parametrize(("rules", "names"), [
    ("a.o: b.c\n", ["b.c"]),
    ("a.o b.o: c.c \\\n  d.h \\\r\n e.h\n\nd.h:\n", ["c.c", "d.h", "e.h"]),
    ("a\\ b.o: c\\ d.h e\\#f.h g$$h.h\n", ["c d.h", "e#f.h", "g$h.h"]),
    ("a.o: c:d.h \u00e4.h back\\slash.h\n", ["c:d.h", "\u00e4.h", "back\\slash.h"]),
    ("", []),
])
def test_rules_for_make_are_read_as_compilers_write_them(rules: str, names: list[str]) -> None:
    assert build.dependencies(rules) == names


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text() if Path("/proc/self").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_program_that_is_named_from_this_folder_is_found_from_that_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("python").symlink_to(sys.executable)  # as CLAMH_PYTHON=.venv/bin/python names one
    found = build.probe("python", "./python", (), {})
    assert isinstance(found, Platform) and found.executable == str(tmp_path / "python")


def test_an_artifact_is_found_again_by_its_content_alone(tmp_path: Path) -> None:
    environ = {"CLAMH_CACHE": str(tmp_path)}
    for number, text in enumerate(("one", "two", "broken")):
        folder = tmp_path / "sorting" / "cpp-g++-12" / str(number)
        folder.mkdir(parents=True)
        (folder / "run_sorting").write_text(text)
        if text != "broken":
            (folder / "complete").write_text("{}")
    digests = {text: hashlib.sha256(text.encode()).hexdigest() for text in ("one", "two", "broken")}
    found = {text: build.cached("suite/sorting.cpp", "cpp/g++-12", digest, environ) for text, digest in digests.items()}
    assert found == {"one": tmp_path / "sorting/cpp-g++-12/0/run_sorting", "two": tmp_path / "sorting/cpp-g++-12/1/run_sorting", "broken": None}
    assert build.cached("suite/sorting.cpp", "java/openjdk-17", digests["one"], environ) is None


def test_a_long_build_tells_the_time_and_a_short_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    twice = threading.Event()

    def tell(text: str) -> None:
        told.append(text)
        if len(told) == 2:
            twice.set()

    with build._telling_time("building a.cpp for cpp/g++-12", tell):
        pass
    assert told == []
    monkeypatch.setattr(build, "PROGRESS_S", 0.01)
    with build._telling_time("building a.cpp for cpp/g++-12", tell):
        assert twice.wait(20)
    assert told[:2] == [f"still building a.cpp for cpp/g++-12: {seconds} s so far" for seconds in (0.01, 0.02)]
    many = len(told)
    time.sleep(0.1)
    assert len(told) == many
