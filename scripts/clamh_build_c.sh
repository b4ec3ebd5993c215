#!/usr/bin/env bash
# Builds run_<name>, the benchmark of a C source, with `clamh build`.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}
# shellcheck source=scripts/build_artifact.sh
. "$home/scripts/build_artifact.sh" || exit 2

build_language C "c" "run_<name>" "$@"
