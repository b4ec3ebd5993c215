#!/usr/bin/env bash
# Builds run_<name>.jar, one JMH jar of one or more Java sources, with `clamh build`.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}

usage() {
    cat <<END
usage: $program [(optional) <JMH project directory>] <java source filenames>...

Compiles the sources and their JMH $harness into one jar, run_<name>.jar beside
the first source and named after it.

  <JMH project directory>   a Maven project whose dependencies and classes the sources
                            need; they are copied into its src/main/java

Environment: JAVA_HOME names the JDK (default: java and javac on PATH).
Examples:    $program MyBenchmark.java
             $program Benchmark2.java NeededClass.java MyUtilities.java
             $program ../private/jmh/bm_project Benchmark3.java
END
}

# shellcheck source=scripts/build_artifact.sh
. "$home/scripts/build_artifact.sh" || exit 2

# copy_sources FILE...: into the package folders of the project; `copies` are then their paths there.
copy_sources() {
    local file package folder copy
    for file; do
        package=$(sed -nE 's/^[[:space:]]*package[[:space:]]+([A-Za-z0-9_.]+)[[:space:]]*;.*/\1/p;' "$file" | head -n 1)
        folder=$project/src/main/java/$(tr . / <<<"${package:-clamh}")
        mkdir -p -- "$folder" || fail "'$folder' cannot be created"
        copy=$folder/$(basename -- "$file")
        # A source of the project is there already. JMH refuses sources without a package.
        [ "$file" -ef "$copy" ] || { [ -n "$package" ] || printf 'package clamh; '; cat -- "$file"; } >"$copy" ||
            fail "'$folder' cannot be written to"
        copies+=("$copy")
    done
}

show_usage "$@"
project=""
if [ -d "$1" ]; then
    project=${1%/}
    [ -f "$project/pom.xml" ] || fail "'$1' is no JMH project directory: it has no pom.xml"
    shift
fi
check_sources Java java "$@"

echo "Preparing benchmark project directory..."
copies=()
if [ -n "$project" ]; then
    copy_sources "$@"
    echo "Building jar file..."
    command -v mvn >/dev/null || fail "mvn is missing, and a JMH project needs it; type: sudo apt-get install maven"
    mvn -B -q -Djansi.mode=strip -f "$project/pom.xml" compile
    build_sources --one "${copies[@]}"
    [ "$(dirname -- "$artifact")" -ef "$(dirname -- "$1")" ] || mv -f -- "$artifact" "$(dirname -- "$1")/"
else
    echo "Building jar file..."
    build_sources --one "$@"
fi
print_result
