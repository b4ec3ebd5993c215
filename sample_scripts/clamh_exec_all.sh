#!/usr/bin/env bash
# Runs built benchmarks of several languages twice each, the second time in the opposite order, after a description of the machine.
# Use it as it is, or as a template for a script of your own.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}
program=$(basename -- "$0")
rule="================================================================================"

usage() {
    cat <<END
usage: $program -h
       $program [--cpp=<C++ binary>] [--java=<Java jar file>] [--js=<JavaScript file>]
           [--rust=<Rust binary>] [--go=<Go binary>] [--python=<Python file>] [--zig=<Zig binary>]
           [--c=<C binary>]
           -o <supplementary output directory/file base name> [-- <options of clamh run>]
       $program <C++ binary> <Java jar file> <supplementary output directory/file base name>

Runs each benchmark twice, the second time in the opposite order. What is measured is printed;
-o names the other files: results/run1 gives results/run1_cpp_1.json, results/run1_cpp_1.trends, ...

Environment: JAVA_HOME_GRAALVM, JAVA_HOME_HOTSPOT8, JAVA_HOME_HOTSPOT11 name Java VMs; the Java
             benchmark runs on each that is set, else on the installed "java".
Example:     $program --cpp=run_my_benchmark --java=run_MyBenchmark.jar -o results/test1
END
}

fail() {
    echo "$program: $*" >&2
    exit 2
}

# --- arguments -------------------------------------------------------------------------------------------------------

languages=()   # of the benchmarks, in the order given: ids of clamh
files=()       # theirs
output=""
options=()

# add_benchmark LANGUAGE FILE
add_benchmark() {
    [ -n "$2" ] || fail "--$1= needs the name of a built benchmark"
    local file=$2
    [ -f "$file" ] || [ ! -f "$file.jar" ] || file=$file.jar  # as in the guide
    [ -f "$file" ] || fail "there is no benchmark '$file'; build it first, for example with clamh_build_cpp.sh or clamh_build_java.sh"
    local id=$1
    [ "$id" != js ] || id=javascript
    [[ " ${languages[*]} " != *" $id "* ]] || fail "--$1 is given twice; compare builds of one language with clamh run --artifact"
    languages+=("$id")
    files+=("$file")
}

positional=()
while [ $# -gt 0 ]; do
    # Copied from the guide, options begin with the dashes of a word processor.
    option=${1/#–/-}
    option=${option/#-–/--}
    case $option in
    -h | --help)
        usage
        exit 0
        ;;
    --cpp=* | --java=* | --js=* | --rust=* | --go=* | --python=* | --zig=* | --c=*)
        option=${option#--}
        add_benchmark "${option%%=*}" "${option#*=}"
        ;;
    -o)
        [ $# -gt 1 ] || fail "-o needs a directory and a base name, such as -o results/run1"
        output=$2
        shift
        ;;
    --)
        shift
        options=("$@")
        break
        ;;
    -*) fail "there is no option '$1'; $program -h shows the usage" ;;
    *) positional+=("$1") ;;
    esac
    shift
done
if [ ${#positional[@]} -eq 3 ] && [ ${#files[@]} -eq 0 ] && [ -z "$output" ]; then
    add_benchmark cpp "${positional[0]}"
    add_benchmark java "${positional[1]}"
    output=${positional[2]}
elif [ ${#positional[@]} -gt 0 ]; then
    fail "'${positional[0]}' is no option; $program -h shows the usage"
fi
if [ ${#files[@]} -eq 0 ]; then
    echo "$program: a benchmark is missing: name at least one, such as --cpp=run_factorial" >&2
    usage >&2
    exit 2
fi
[ -n "$output" ] || fail "-o is missing: name a directory and a base name, such as -o results/run1"
[[ $output != */ ]] || fail "-o $output has no base name; type for example -o ${output}run1"
[ -x "$home/scripts/clamh" ] || fail "CLAMH_HOME is '$home', which has no scripts/clamh; source clamh.rc of a checkout of CLAMH"

folder=$(dirname -- "$output")
mkdir -p -- "$folder" || fail "the directory '$folder' cannot be created; name another with -o"
probe=$(mktemp -- "$folder/.clamh-XXXXXX") || fail "the directory '$folder' cannot be written to; name another with -o"
rm -f -- "$probe"
for file in "$output"_{c,cpp,go,java{,_graalvm,_hotspot8,_hotspot11},js,python,rust,zig}_{1,2}.ndjson; do  # not those of base_2
    [ ! -e "$file" ] || fail "'$file' holds results of an earlier run; name another base with -o, or delete its files"
done

# --- what is run: the benchmarks, Java's once per VM -----------------------------------------------------------------

declare -A titles=([cpp]=C++ [java]=Java [javascript]=JavaScript [rust]=Rust [go]=Go [python]=Python [zig]=Zig [c]=C)
vm_labels=()
vm_homes=()
add_vm() {  # add_vm VARIABLE LABEL
    local java_home=${!1:-}
    [ -n "$java_home" ] || return 0
    [ -x "$java_home/bin/java" ] || fail "$1 is '$java_home', which has no bin/java; set it to the folder of a Java VM, or unset it"
    vm_labels+=("$2")
    vm_homes+=("$java_home")
}
if [[ " ${languages[*]} " = *" java "* ]]; then
    if [ -n "${JAVA_HOME_GRAALVM:-}" ]; then add_vm JAVA_HOME_GRAALVM GraalVM; else add_vm JAVA_HOME_GRAAL GraalVM; fi
    add_vm JAVA_HOME_HOTSPOT8 "HotSpot 8"
    add_vm JAVA_HOME_HOTSPOT11 "HotSpot 11"
    if [ ${#vm_homes[@]} -eq 0 ]; then
        if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; else java=$(command -v java || true); fi
        [ -x "$java" ] || fail 'there is no "java" to run the Java benchmark; install a JDK, or set JAVA_HOME or JAVA_HOME_HOTSPOT11'
    fi
fi

echo
echo "Running benchmarks:"
for index in "${!files[@]}"; do
    echo "  ${titles[${languages[index]}]} benchmark ${files[index]}"
    [ "${languages[index]}" = java ] || continue
    if [ ${#vm_homes[@]} -eq 0 ]; then
        echo "    will run on Java VM at $(readlink -f -- "$java")"
    else
        for number in "${!vm_homes[@]}"; do echo "    will run on ${vm_labels[number]} at ${vm_homes[number]}"; done
    fi
done
echo
echo "Supplementary output files will be written to \"$folder\""
echo
echo "Hostname: $(uname -n)"
echo "Start: $(date)"

# --- the machine -----------------------------------------------------------------------------------------------------

# show_output TITLE COMMAND...: what a command says, or that this machine lacks it.
show_output() {
    echo "(from $1)"
    shift
    if command -v "$1" >/dev/null; then "$@" 2>&1 || echo "($* failed)"; else echo "($1 is not installed)"; fi
    echo
}

print_environment() {
    echo "OS:  $(uname -s)${OSTYPE:+ ($OSTYPE)}"
    echo
    echo "System info:"
    show_output uname uname -a
    echo "Processor info:"
    if [ "$(uname -s)" = Darwin ]; then
        show_output "sysctl" sysctl machdep.cpu hw
        echo "Memory info:"
        show_output vm_stat vm_stat
    else
        show_output lscpu lscpu
        show_output "head of /proc/cpuinfo" sed '/^$/q' /proc/cpuinfo
        echo "Memory info:"
        show_output "free -m" free -m
        show_output "vmstat -s" vmstat -s
        if ! command -v free >/dev/null || ! command -v vmstat >/dev/null; then
            show_output /proc/meminfo cat /proc/meminfo
            show_output /proc/vmstat cat /proc/vmstat
        fi
    fi
    echo "Current activity:"
    if [ "$(uname -s)" = Darwin ]; then
        show_output "top" top -l 1 -n 20
    elif command -v top >/dev/null; then
        TERM=${TERM:-dumb} COLUMNS=120 top -b -n 1 2>&1 | sed -n 1,27p || true
    else
        show_output /proc/loadavg cat /proc/loadavg
        echo "(from /proc/*/stat: CPU ticks, PID, state, command)"
        print_processes | sort -rn | head -n 20
    fi
    echo
}

print_processes() {
    local file line name rest
    for file in /proc/[0-9]*/stat; do
        { read -r line <"$file"; } 2>/dev/null || continue  # it has ended
        name=${line#*\(}
        name=${name%)*}
        read -ra rest <<<"${line##*) }"
        echo "$((rest[11] + rest[12])) ${line%% *} ${rest[0]} $name"
    done
}

echo
echo "$rule"
echo "Environment information:"
echo "$rule"
echo
print_environment
echo "$rule"
echo "Benchmark results:"
echo "$rule"

# --- the benchmarks --------------------------------------------------------------------------------------------------

failures=0

# run_benchmark LANGUAGE FILE TITLE BASE [JAVA_HOME]
run_benchmark() {
    local command=(run --artifact "$1:$2" -v EXTRA -trendfile "$4.trends" -rf json -rff "$4.json" --results "$4.ndjson" "${options[@]}")
    local code=0
    echo
    echo "$rule"
    echo "Run $3"
    "$home/scripts/clamh" -v
    echo "clamh ${command[*]}"
    echo
    echo "CPU speed and warmup trends written to file $4.trends"
    echo "Results written to JSON file: $4.json"
    (
        if [ -n "${5:-}" ]; then
            # Every JAVA_HOME_<NAME> would be used, and before JAVA_HOME.
            # shellcheck disable=SC2086
            unset ${!JAVA_HOME_@}
            export JAVA_HOME=$5
        fi
        exec "$home/scripts/clamh" "${command[@]}"
    ) || code=$?
    [ $code -ne 130 ] || exit 130
    if [ $code -ne 0 ]; then
        failures=$((failures + 1))
        echo "$program: $3 failed with exit code $code" | tee /dev/stderr
    fi
}

# order NUMBER COUNT: the numbers below COUNT, backwards the second time.
order() {
    local at
    for ((at = 0; at < $2; ++at)); do
        if [ "$1" = 1 ]; then echo $at; else echo $(($2 - 1 - at)); fi
    done
}

run_all() {
    local number=$1 index vm label
    for index in $(order "$number" ${#files[@]}); do
        local id=${languages[index]} file=${files[index]}
        local base=${output}_$id
        [ "$id" != javascript ] || base=${output}_js
        if [ "$id" != java ] || [ ${#vm_homes[@]} -eq 0 ]; then
            run_benchmark "$id" "$file" "${titles[$id]}" "${base}_$number"
            continue
        fi
        for vm in $(order "$number" ${#vm_homes[@]}); do
            label=$(tr -d ' ' <<<"${vm_labels[vm],,}")
            run_benchmark java "$file" "Java (${vm_labels[vm]})" "${base}_${label}_$number" "${vm_homes[vm]}"
        done
    done
}

run_all 1
run_all 2

echo
echo "End: $(date)"
[ $failures -eq 0 ] || fail "$failures of the runs failed; the messages are above"
