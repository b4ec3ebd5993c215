#!/usr/bin/env bash
# Builds run_<name>.js, the benchmark of a JavaScript source, with `clamh build`.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}
# shellcheck source=scripts/build_artifact.sh
. "$home/scripts/build_artifact.sh" || exit 2

build_language JavaScript "js mjs cjs ts mts cts" "run_<name>.js" "$@"
