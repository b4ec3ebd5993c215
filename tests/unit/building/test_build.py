"""Does a build depend on everything that it read, and on nothing else?"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.building import build, cache, variables
from clamh.languages import HERE, Environment, toolchains
from clamh.languages.base import Build, Step
from clamh.model.artifacts import Platform
from clamh.model.errors import BuildError, InputError
from clamh.model.options import Options
from clamh.model.sources import SourceFile, Unit, Wrapper

# A compiler: the artifact is the header's text, and a rule for make names the header. The header may change meanwhile.
COMPILER = """import pathlib, sys, time
header, source = map(pathlib.Path, sys.argv[1:])
text = header.read_text()
pathlib.Path("artifact").write_text(text)
if text == "changing":
    time.sleep(0.1)
    header.write_text("changed")
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
                dependency_files="artifact.d", reads=(str(archive),))
    linker = 'import shutil, sys; shutil.copy("artifact", sys.argv[1])'
    layouts = tuple(Step(title="link", argv=(sys.executable, "-c", linker, f"artifact.{number}"), outputs=(f"artifact.{number}",))
                    for number in (1, 2, 3))
    toolchain = SimpleNamespace(build=lambda *_: Build(steps=(step,), artifact="artifact", layouts=layouts), reads_variables=lambda _: ())
    known = {"x": SimpleNamespace(toolchain=toolchain, folder="x", compiled=True, environment=Environment(builds=("XPATH", "XFLAGS"), paths=("XPATH",), headers=("XPATH",)))}
    for module in (build, cache, variables):
        monkeypatch.setattr(module, "languages", lambda: known)
    header.write_text("one")
    archive.write_text("of one")

    def compiled(variables: dict[str, str] = {}, **wanted):
        messages: list[str] = []
        on = Platform(id="x/x", language="x", executable="x", version="1")
        artifact = build.build(wrapper, on, {**variables, "CLAMH_CACHE": str(tmp_path / "cache")}, messages.append, **wanted)
        return artifact, len(messages)

    return compiled, header, archive


def test_code_layouts_are_linked_on_demand(compiled) -> None:
    make, header, _ = compiled

    def linked(artifact) -> list[str]:
        return [Path(layout).read_text() if Path(layout).exists() else "" for layout in artifact.layouts]

    artifact, _ = make(layouts=3, link=False)
    assert (linked(artifact), artifact.most_layouts) == (["", ""], 4) and cache.find_layouts(artifact.path) == ()
    builds = (make(layouts=3), make(layouts=3), make())
    assert [(linked(artifact), message_count, artifact.cached) for artifact, message_count in builds] == [
        (["one", "one"], 1, False), (["one", "one"], 0, True), ([], 0, True)]
    header.write_text("two")
    artifact, _ = make(layouts=2)
    # The layouts that were linked for the old artifact no longer count.
    assert linked(artifact) == ["two"] and cache.find_layouts(artifact.path) == artifact.layouts
    artifact, message_count = make(layouts=9)
    assert (linked(artifact), message_count) == (["two"] * 3, 1)


def test_a_header_that_changes_is_built_anew(compiled) -> None:
    make, header, archive = compiled
    artifact, message_count = make()
    assert (Path(artifact.path).read_text(), message_count, artifact.cached) == ("one", 1, False)
    assert {str(header), str(archive)} < set(artifact.sources) and len(artifact.sources) == 3
    again, message_count = make()
    assert (again.sha256, again.sources, message_count, again.cached) == (artifact.sha256, artifact.sources, 0, True)
    header.write_text("two")
    changed, message_count = make()
    assert (Path(changed.path).read_text(), message_count) == ("two", 1) and changed.sources != artifact.sources
    archive.write_text("of two")
    assert [make()[1], make()[1]] == [1, 0]


OTHER_PROCESS = """import pathlib, sys
from clamh.building.claims import claim_fresh
assert claim_fresh(pathlib.Path(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


def test_build_that_another_process_uses_stays_as_it_is(compiled) -> None:
    """A second run built a changed header into the artifact that the first was measuring."""
    make, header, _ = compiled
    used, _ = make(layouts=2)
    folder = Path(used.path).parent

    def texts(artifact) -> list[str]:
        return [Path(path).read_text() for path in (artifact.path, *artifact.layouts)]

    with subprocess.Popen([sys.executable, "-c", OTHER_PROCESS, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other_process:
        assert other_process.stdin is not None and other_process.stdout is not None
        other_process.stdout.readline()
        header.write_text("two")
        beside, _ = make(layouts=2)
        assert Path(beside.path).parent == folder.with_name(f"{folder.name}-2")
        assert (texts(used), texts(beside), make(layouts=2)[0].cached) == (["one", "one"], ["two", "two"], True)
        other_process.stdin.close()
    header.write_text("three")
    assert (make(layouts=2)[0].path, texts(used)) == (used.path, ["three", "three"])


def test_failed_build_keeps_its_folder_for_no_process(compiled) -> None:
    make, header, _ = compiled
    artifact, _ = make()
    header.unlink()
    with pytest.raises(BuildError):
        make()
    free = "import pathlib, sys\nfrom clamh.building.claims import claim_unused\nwith claim_unused(pathlib.Path(sys.argv[1])) as folder: print(folder)"
    folder = Path(artifact.path).parent
    process = subprocess.run([sys.executable, "-c", free, folder], capture_output=True, text=True, check=True)
    assert process.stdout == f"{folder}\n"


def test_header_that_changes_while_it_is_compiled_is_built_again(compiled) -> None:
    """The stamp had the hash of the new text, so the artifact of the old text stayed until the next change."""
    make, header, _ = compiled
    header.write_text("changing")
    texts = [(Path(artifact.path).read_text(), artifact.cached) for artifact, _ in (make(), make(), make())]
    assert texts[1:] == [("changed", False), ("changed", True)]


def test_other_cache_version_builds_anew_beside_the_old_folder(compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    make, *_ = compiled
    before, _ = make()
    monkeypatch.setattr(cache, "CACHE_VERSION", cache.CACHE_VERSION + 1)
    after, message_count = make()
    assert (message_count, after.cached) == (1, False)
    assert Path(before.path).parent != Path(after.path).parent and Path(before.path).exists()


def test_missing_or_incomplete_artifact_is_built_again(compiled) -> None:
    make, header, _ = compiled
    artifact, _ = make()
    Path(artifact.path).unlink()
    assert [make()[1], make()[1]] == [2, 0]  # that it is gone, and that it is built
    (Path(artifact.path).parent / "complete").write_text("")  # as an older clamh wrote it, or a crash left it
    assert [make()[1], make()[1]] == [1, 0]
    header.unlink()
    with pytest.raises(BuildError, match="compile failed"):
        make()


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(path.read_bytes()[:1]), lambda path: path.write_text("two"),
                                    lambda path: path.with_name("artifact.1").write_text("else")])
def test_damaged_artifact_is_built_again_and_reported(compiled, damage) -> None:
    make, *_ = compiled
    artifact, _ = make(layouts=2)
    damage(Path(artifact.path))
    again, message_count = make(layouts=2)
    texts = [Path(path).read_text() for path in (again.path, again.layouts[0])]
    assert message_count > 0 and (again.sha256, texts) == (artifact.sha256, ["one", "one"])
    assert make(layouts=2)[1] == 0


def test_a_library_of_the_system_is_watched_and_is_no_source(compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes of a cluster have different libraries: their results would not be of the same sources."""
    make, _, archive = compiled
    monkeypatch.setattr(toolchains, "LIBRARIES", (str(archive.parent),))
    assert str(archive) not in make()[0].sources and make()[1] == 0
    archive.write_text("of two")
    assert make()[1] == 1


def test_build_variables_change_the_artifact_and_others_do_not(compiled) -> None:
    make, header, _ = compiled
    folder = str(header.parent)
    paths = {name: Path(make({name: value})[0].path).parent for name, value in (
        ("XFLAGS", "-a"), ("XPATH", folder), ("NIX_CFLAGS_COMPILE", "-O1"), ("DEVELOPER_DIR", "/x"), ("HOME", "/home/x"), ("OTHER", "x"), ("NIX_PATH", "x"))}
    none = Path(make()[0].path).parent
    assert len({none, paths["XFLAGS"], paths["XPATH"], paths["NIX_CFLAGS_COMPILE"], paths["DEVELOPER_DIR"]}) == 5 and paths["HOME"] == paths["OTHER"] == paths["NIX_PATH"] == none
    seen = variables.step_variables("x", {"XFLAGS": "-a", "XPATH": "lib:", "HOME": "/home/x", "OTHER": "x", "HTTPS_PROXY": "p", "READ": "r"}, ("READ",))
    assert seen == {"XFLAGS": "-a", "XPATH": f"{os.path.abspath('lib')}:{os.getcwd()}", "HOME": "/home/x", "HTTPS_PROXY": "p", "READ": "r"}
    assert "HOME" not in variables.build_variables("x", seen)


def test_the_header_folder_that_clamh_rc_adds_changes_no_build() -> None:
    ours = str(HERE / "cpp" / "outside")
    assert variables.build_variables("cpp", {"CPLUS_INCLUDE_PATH": ours}) == {}
    assert variables.build_variables("cpp", {"CPLUS_INCLUDE_PATH": f"/theirs:{ours}"}) == {"CPLUS_INCLUDE_PATH": "/theirs"}
    assert variables.header_folders("cpp", {"CPLUS_INCLUDE_PATH": f"/theirs:{ours}"}) == ("/theirs",)


def test_a_header_that_appears_earlier_in_the_search_path_is_noticed(compiled) -> None:
    make, header, _ = compiled
    first = header.parent / "first"
    first.mkdir()
    search = {"XPATH": f"{first}:{header.parent}"}
    assert [make(search)[1], make(search)[1]] == [1, 0]
    (first / "include.h").write_text("another")
    assert make(search)[1] == 1


@pytest.mark.parametrize(("rules", "names"), [
    ("a.o: b.c\n", ["b.c"]),
    ("a.o b.o: c.c \\\n  d.h \\\r\n e.h\n\nd.h:\n", ["c.c", "d.h", "e.h"]),
    ("a\\ b.o: c\\ d.h e\\#f.h g$$h.h\n", ["c d.h", "e#f.h", "g$h.h"]),
    ("a.o: c:d.h \u00e4.h back\\slash.h\n", ["c:d.h", "\u00e4.h", "back\\slash.h"]),
    ("", []),
])
def test_rules_for_make_are_read_as_compilers_write_them(rules: str, names: list[str]) -> None:
    assert cache.parse_dependencies(rules) == names


def test_relative_program_is_found_from_the_build_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("python").symlink_to(sys.executable)  # as CLAMH_PYTHON=.venv/bin/python names one
    platform = build.probe("python", "./python", (), {})
    assert isinstance(platform, Platform) and platform.executable == str(tmp_path / "python")


def test_a_long_build_tells_the_time_and_a_short_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    twice = threading.Event()

    def tell(text: str) -> None:
        messages.append(text)
        if len(messages) == 2:
            twice.set()

    with build._report_time("building a.cpp for cpp/g++-12", tell):
        pass
    assert messages == []
    monkeypatch.setattr(build, "PROGRESS_S", 0.01)
    with build._report_time("building a.cpp for cpp/g++-12", tell):
        assert twice.wait(300)
    assert messages[:2] == [f"still building a.cpp for cpp/g++-12: {seconds} s so far" for seconds in (0.01, 0.02)]
    many = len(messages)
    time.sleep(0.1)
    assert len(messages) == many


def test_python_of_a_mac_that_is_too_old_is_an_error_before_a_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.waitid")
    with pytest.raises(InputError, match="os.waitid") as raised:
        build.make_finder(Options())
    assert raised.value.diagnostics[0].hint == "use Python 3.13 or newer"
