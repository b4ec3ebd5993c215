#!/usr/bin/env bash
# Submits benchmarks to Slurm: each repetition is one job per queue, which runs a script such as clamh_exec_all.sh on a node of its own.
# A sample: copy and change it for another environment.
set -euo pipefail
home=${CLAMH_HOME:-$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")}
program=$(basename -- "$0")

usage() {
    cat <<END
usage: $program -h
       $program [--cpp=<C++ binary>] [--java=<Java jar file>] [--js=<JavaScript file>]
           [--rust=<Rust binary>] [--go=<Go binary>] [--python=<Python file>] [--zig=<Zig binary>]
           [--c=<C binary>]
           --exec=<script to be run>
           -q <queue name (may be repeated)> -o <output directory base name>
           [-t <time limit ("00:15:00" by default)>] [--reps=<number of repetitions (3 by default)>]

Submits <repetitions> jobs to each queue. Each runs <script> with the benchmarks and
-o <output directory base name>_<queue>/<label>_test_rep<N>; its output goes to
<label>_test_rep<N>.result and .err there. <label> is the name of the first benchmark.

Example: $program --cpp=run_my_benchmark --java=run_MyBenchmark.jar
             --exec=\$CLAMH_HOME/sample_scripts/clamh_exec_all.sh -q x86_q -q foo_q -o batch_results1
END
}

fail() {
    echo "$program: $*" >&2
    exit 2
}

benchmarks=()  # --cpp=FILE and the like, as the script takes them
label=""
script=""
queues=()
output=""
limit=00:15:00
repetitions=3
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
        file=${option#*=}
        [ -f "$file" ] || [ ! -f "$file.jar" ] || file=$file.jar  # as in the guide
        [ -f "$file" ] || fail "there is no benchmark '$file'; build it first, for example with clamh_build_cpp.sh or clamh_build_java.sh"
        benchmarks+=("${option%%=*}=$file")
        if [ -z "$label" ]; then
            label=$(basename -- "$file")
            label=${label%.*}
        fi
        ;;
    --exec=*) script=${option#*=} ;;
    --reps=*) repetitions=${option#*=} ;;
    -q | -o | -t)
        [ $# -gt 1 ] || fail "$1 needs a value; $program -h shows the usage"
        case $option in
        -q) queues+=("$2") ;;
        -o) output=$2 ;;
        -t) limit=$2 ;;
        esac
        shift
        ;;
    *) fail "there is no option '$1'; $program -h shows the usage" ;;
    esac
    shift
done

missing=""
[ ${#benchmarks[@]} -gt 0 ] || missing+=", a benchmark such as --cpp=run_factorial"
[ -n "$script" ] || missing+=", --exec=<script to be run>"
[ ${#queues[@]} -gt 0 ] || missing+=", -q <queue name>"
[ -n "$output" ] || missing+=", -o <output directory base name>"
if [ -n "$missing" ]; then
    echo "$program: missing: ${missing#, }" >&2
    usage >&2
    exit 2
fi
[ -f "$script" ] || fail "--exec: there is no script '$script'"
[[ $repetitions =~ ^[1-9][0-9]{0,3}$ ]] || fail "--reps=$repetitions is not a number from 1 to 9999"
[[ $limit =~ ^([0-9]+-)?[0-9]+(:[0-9]{2}){0,2}$ ]] || fail "-t $limit is not a time such as 00:15:00"
for queue in "${queues[@]}"; do
    [[ $queue =~ ^[A-Za-z0-9_.,-]+$ && $queue != -* ]] || fail "-q '$queue' is not the name of a queue; sinfo lists them"
done
command -v sbatch >/dev/null || fail "there is no sbatch on PATH; run this where jobs are submitted to Slurm"

# Slurm runs a copy of the script, from another folder, so that the script cannot find CLAMH beside itself.
export CLAMH_HOME=$home
submitted=0
refused=0
for queue in "${queues[@]}"; do
    folder=${output}_$queue
    mkdir -p -- "$folder" || fail "the directory '$folder' cannot be created; name another with -o"
    [ -w "$folder" ] || fail "the directory '$folder' cannot be written to; name another with -o"
    before=$submitted
    for ((repetition = 1; repetition <= repetitions; repetition++)); do
        base=$folder/${label}_test_rep$repetition
        # In these names % is special to Slurm.
        if sbatch --partition="$queue" --time="$limit" --nodes=1 --exclusive --job-name="$label" \
            --output="${base//%/%%}.result" --error="${base//%/%%}.err" \
            "$script" "${benchmarks[@]}" -o "$base"
        then
            submitted=$((submitted + 1))
        else
            echo "$program: Slurm refused repetition $repetition for queue $queue; its message is above" >&2
            refused=$((refused + 1))
        fi
    done
    [ $submitted -gt "$before" ] || rmdir -- "$folder" 2>/dev/null || true  # it may be older and hold something
done
echo "Submitted jobs: $submitted; their output goes to ${output}_<queue>/${label}_test_rep<N>.result"
[ $refused -eq 0 ] || exit 1
