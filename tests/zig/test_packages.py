"""Does a source get what packages export, with their own imports, C files and libraries, and is what is wrong located?"""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import in_process
import pytest

pytestmark = [pytest.mark.language("zig"), pytest.mark.slow]
FETCHED = "far-0.0.1-CQAAAOIAAAC0Q07AcsRZS2Z74rGs5x6ieYfwJVVinWe8"  # the name that Zig gives a package of this content
FINGERPRINT = f"{zlib.crc32(b'sorting') << 32 | 7:#x}"
FILES = {
    "bench/work.zig": 'const sorting = @import("sorting");\nconst plain = @import("plain");\n'
                      "//@@Benchmark\nfn work() i64 { return sorting.work() + plain.million; }\n",
    "bench/clamh.toml": '[zig]\ndependencies = [\n  "plain=plain.zig",\n  "sorting=../my sorting",\n]\n',
    "bench/plain.zig": "pub const million = 1000000;\n",
    "words/build.zig": 'pub fn build(b: *@import("std").Build) void { _ = b.addModule("words", .{ .root_source_file = b.path("words.zig") }); }\n',
    "words/words.zig": "pub fn length() c_int { return 10000; }\n",
    f"my sorting/zig-pkg/{FETCHED}/build.zig":
        'pub fn build(b: *@import("std").Build) void { _ = b.addModule("far", .{ .root_source_file = b.path("far.zig") }); }\n',
    f"my sorting/zig-pkg/{FETCHED}/build.zig.zon":
        f'.{{ .name = .far, .version = "0.0.1", .fingerprint = {zlib.crc32(b"far") << 32 | 9:#x}, .paths = .{{""}} }}\n',
    f"my sorting/zig-pkg/{FETCHED}/far.zig": "pub const away = 77;\n",
    "my sorting/build.zig.zon": f'.{{ .name = .sorting, .version = "0.0.0", .fingerprint = {FINGERPRINT}, .paths = .{{""}},\n'
                                '.minimum_zig_version = "0.17.0",\n.dependencies = .{ .words = .{ .path = "../words" },\n'
                                f'.far = .{{ .url = "https://nowhere.invalid/far.tar.gz", .hash = "{FETCHED}" }} }} }}\n',
    "my sorting/build.zig": """pub fn build(b: *@import("std").Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const options = b.addOptions();
    options.addOption(c_int, "step", if (optimize == .debug) 1000 else 2000);
    const module = b.addModule("sorting", .{ .root_source_file = b.path("src/root.zig"), .target = target, .optimize = optimize });
    module.addImport("words", b.dependency("words", .{}).module("words"));
    module.addImport("far", b.dependency("far", .{}).module("far"));
    module.addOptions("options", options);
    module.addIncludePath(b.path("c"));
    module.addCMacro("ADDED", "5");
    module.addCSourceFile(.{ .file = b.path("c/add.c") });
    const library = b.addLibrary(.{ .name = "twice", .root_module = b.createModule(.{ .target = target, .optimize = optimize, .link_libc = true }) });
    library.root_module.addCSourceFile(.{ .file = b.path("c/twice.c") });
    module.linkLibrary(library);
    module.linkSystemLibrary("m", .{});
}
""",
    "my sorting/src/root.zig": 'const words = @import("words");\nextern fn add(i: c_int) c_int;\nextern fn twice(i: c_int) c_int;\n'
                               'pub fn work() i64 { return add(1) + twice(10) + words.length() + @import("options").step + @import("far").away; }\n',
    "my sorting/c/add.c": '#include "add.h"\nint add(int i) { return i + ADDED + MORE; }\n',
    "my sorting/c/add.h": "#define MORE 100\n",
    "my sorting/c/twice.c": "int twice(int i) { return 2 * i; }\n",
}
VALUE = 1 + 5 + 100 + 20 + 10000 + 1000 + 77 + 1000000


@pytest.fixture
def change(tmp_path: Path) -> Callable[[str, str, str], None]:
    """change(file, old, new): in the user's files, which are written first."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    def change(name: str, old: str, new: str) -> None:
        text = (tmp_path / name).read_text()
        assert text.count(old) == 1
        (tmp_path / name).write_text(text.replace(old, new))

    return change


@pytest.fixture
def clamh(tmp_path: Path, quick_zig: None) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `clamh` beside the source; builds are in its own folder."""
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "200", "NO_COLOR": "1"}
    environ.pop("CLAMH_CACHE", None)
    return lambda *argv: in_process.clamh(argv, tmp_path / "bench", environ)


def test_packages_come_with_their_parts_and_a_change_in_any_is_built_again(clamh, change) -> None:
    def read_value() -> int:
        done = clamh("run", "--dry", "work.zig")
        assert done.returncode == 0, done.stdout + done.stderr
        return int(done.stdout.split()[-1].removeprefix("i:"))

    assert read_value() == VALUE
    assert "from the cache" in clamh("build", "work.zig").stdout
    change("my sorting/c/add.h", "100", "200")
    change("words/words.zig", "10000", "30000")
    change("my sorting/build.zig", '.name = "twice", ', '.name = "twice", .linkage = .dynamic, ')  # the program finds it
    assert read_value() == VALUE + 100 + 20000


def test_what_is_wrong_has_its_line(clamh, change, tmp_path: Path) -> None:
    change("bench/clamh.toml", '"sorting=../my sorting"', '"sorter=../my sorting"')
    for name, old, new, place in (
        ("bench/clamh.toml", "sorter", "sorter", "clamh.toml:4: error: it exports no module 'sorter'; it exports: sorting"),
        ("bench/clamh.toml", '"sorter=../my sorting"', '"sorting=../none"', f"clamh.toml:4: error: there is no folder or .zig file {tmp_path}/none"),
        ("bench/clamh.toml", "../none", "..", f"clamh.toml:4: error: {tmp_path} has no build.zig; name the root file of a module without one: sorting="),
        ("bench/clamh.toml", '"sorting=.."', '"sorting=../my sorting"', ""),
        ("my sorting/build.zig.zon", "0.17.0", "9.17.0", "my sorting/build.zig.zon:2: error: it needs Zig 9.17.0 or later, but this is Zig 0.17."),
        ("my sorting/build.zig.zon", "9.17.0", "0.17.0", ""),
        ("my sorting/c/add.c", "MORE", "LESS", "my sorting/c/add.c:2:37: error: use of undeclared identifier 'LESS'"),
        ("my sorting/c/add.c", "LESS", "MORE", ""),
        ("my sorting/build.zig", "addOptions()", "addSuch()", "my sorting/build.zig:4:22: error: no field or member function named 'addSuch'"),
    ):
        change(name, old, new)
        if place:
            done = clamh("build", "work.zig")
            assert done.returncode == 2 and place in done.stderr, done.stderr
            assert not {"debug:", "+-", "install"} & set(done.stderr.partition("    command:")[0].split()), done.stderr


def test_a_package_of_zig_alone_is_linked(clamh, change, tmp_path: Path) -> None:
    """It brings nothing to link: Zig reads its other arguments twice if a file of arguments is empty."""
    (tmp_path / "my sorting" / "build.zig").write_text(
        'pub fn build(b: *@import("std").Build) void { _ = b.addModule("sorting", .{ .root_source_file = b.path("plain.zig") }); }\n')
    (tmp_path / "my sorting" / "plain.zig").write_text("pub fn twice(x: u32) u32 { return 2 * x; }\n")
    (tmp_path / "my sorting" / "build.zig.zon").unlink(missing_ok=True)
    (tmp_path / "bench" / "work.zig").write_text('//@@Benchmark\nfn work() u32 { return @import("sorting").twice(21); }\n')
    done = clamh("run", "--dry", "work.zig")
    assert done.returncode == 0 and done.stdout.split()[-1] == "i:42", done.stdout + done.stderr
