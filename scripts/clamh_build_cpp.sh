#!/usr/bin/env bash
# Builds run_<name>, the benchmark binary of a C++ source, with `clamh build`. It may be copied and changed: such a copy finds CLAMH
# by CLAMH_HOME. Flags, libraries and further files need no copy: write them into clamh.toml (docs/reference/platforms.md).
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}

usage() {
    cat <<END
usage: $program [(optional) <path to clamh-cpp>] <C++ source filename>

Generates the $harness of an annotated C++ source and compiles both into
the $binary run_<name> beside the source. The generated code is in run_<name>.cpp.

  <path to clamh-cpp>   the clamh-cpp folder of another checkout of CLAMH
                        (default: \$CLAMH_HOME/clamh-cpp)

Environment: CPP names the C++ compiler (default: g++).
Example:     $program my_benchmark.cpp
END
}

# shellcheck source=scripts/build_artifact.sh
. "$home/scripts/build_artifact.sh" || exit 2

show_usage "$@"
if [ -d "$1" ]; then
    [ -f "$1/cpp_parser" ] || fail "'$1' is no clamh-cpp folder: it has no cpp_parser"
    home=$(cd -- "$1/.." && pwd -P)
    shift
fi
check_sources C++ "cpp cc cxx hpp hh hxx h c" "$@"

echo "Generating $harness..."
generated=$(dirname -- "$1")/run_$(basename -- "${1%.*}").cpp
"$home/clamh-cpp/cpp_parser" "$@" >"$generated.part" || {
    code=$?
    rm -f -- "$generated.part"
    exit $code
}
mv -f -- "$generated.part" "$generated"
echo "Building $binary..."
build_sources "$@"
print_result
