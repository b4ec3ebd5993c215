#!/usr/bin/env bash
# Sets up a development checkout: toolchains from apt where it may, Python packages into .venv.
# Root installs what is missing; anybody else is told the line to type (YES=1 uses sudo). Asks nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=()
need() { command -v "$1" >/dev/null 2>&1 || packages+=("$2"); }
need g++ g++
need clang++ clang
need objdump binutils
need ld.lld lld          # clang -flto
need llvm-ar llvm        # clang -flto archives
need javac openjdk-17-jdk-headless
need mvn maven
need npm npm             # fetches the corpus

if [ ${#packages[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "setup: missing ${packages[*]}: install them with this system's package manager; going on without" >&2
    elif [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
    elif [ "${YES:-}" = 1 ]; then
        sudo apt-get update -qq
        sudo apt-get install -y -qq --no-install-recommends "${packages[@]}"
    else
        echo "setup: missing ${packages[*]}; type: sudo apt-get install -y ${packages[*]} (or make setup YES=1)" >&2
    fi
fi

python=""
for candidate in python3 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || { echo "setup: Python 3.11 or newer is needed: apt-get install python3 python3-venv" >&2; exit 2; }
[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/pip install -q --disable-pip-version-check -e '.[test]'
