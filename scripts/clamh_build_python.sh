#!/usr/bin/env bash
# Builds run_<name>.pyz, the benchmark of a Python source, with `clamh build`.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}
# shellcheck source=scripts/build_artifact.sh
. "$home/scripts/build_artifact.sh" || exit 2

build_language Python "py" "run_<name>.pyz" "$@"
