# shellcheck shell=bash
# Sourced by the scripts that build benchmarks. Each of them sets `home`, the checkout, and has a function `usage`; the variables
# that are set here are theirs.
# shellcheck disable=SC2034
: "${home:?}"

# Names that begin with lath_ print the words of LATH, the forerunner of CLAMH.
program=$(basename -- "$0")
case $program in
lath_*) harness="test harness" binary=executable ;;
*) harness="benchmark harness" binary=binary ;;
esac

fail() {
    echo "$program: $*" >&2
    exit 2
}

# Prints the usage text and ends where it is wanted (0), or where there are no arguments (2).
show_usage() {
    case ${1:-} in
    "")
        usage >&2
        exit 2
        ;;
    -h | --help)
        usage
        exit 0
        ;;
    -*) fail "there is no option '$1'; $program -h shows the usage" ;;
    esac
}

# check_sources TITLE EXTENSIONS FILE...: each is a file of the language that can be read.
check_sources() {
    local title=$1 extensions=$2 file
    shift 2
    [ $# -gt 0 ] || fail "a $title source file is missing; $program -h shows the usage"
    for file; do
        [ -e "$file" ] || fail "there is no file '$file'"
        [ ! -d "$file" ] || fail "'$file' is a folder; name a $title source file"
        [ -r "$file" ] || fail "'$file' cannot be read"
        [[ " $extensions " = *" ${file##*.} "* ]] || fail "'$file' is no $title source (.${extensions// /, .})"
    done
}

# build_sources FILE... [OPTION]...: `clamh build`; `artifact` is then the path of what it built.
build_sources() {
    local printed
    [ -x "$home/scripts/clamh" ] || fail "CLAMH_HOME is '$home', which has no scripts/clamh; source clamh.rc of a checkout of CLAMH"
    printed=$("$home/scripts/clamh" build "$@")
    printed=${printed##*$'\n'}     # its last line: path, platform and time, two blanks between them
    artifact=${printed%"  "*"  "*}
    [ -f "$artifact" ] || fail "clamh build did not name a file that it built: '$printed'"
}

print_result() {
    echo "Done. $(basename -- "$artifact") built."
}

# build_language TITLE EXTENSIONS EXAMPLE ARGUMENT...: all of a script for a language whose sources need nothing else.
build_language() {
    local title=$1 extensions=$2 example=$3
    shift 3
    usage() {
        cat <<END
usage: $program <$title source filename>...

Generates the $harness of an annotated $title source and builds $example beside it.
Files without benchmarks that follow the source are built into it.
END
    }
    show_usage "$@"
    check_sources "$title" "$extensions" "$@"
    echo "Generating $harness..."
    echo "Building $binary..."
    build_sources "$@"
    print_result
}
