#!/bin/bash
# The batch script of artifacts that run without CLAMH on the node: FOLDER QUEUE. It runs each command of FOLDER/solo, whose words are data in a
# file of their own, and puts what they print into one file. Nothing of the user's is a part of this text.
folder=$1 queue=$2
attempt=$folder/$queue/rep$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_JOB_ID
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || attempt+=-restart$SLURM_RESTART_COUNT
read_cpuinfo() { sed -n "s/^$1[^:]*: *//p" /proc/cpuinfo | head -n 1; }
# As machine/environment.py describes it: aarch64 has numbers only.
cpu=$(read_cpuinfo 'model name')
[ -n "$cpu" ] || cpu=$(tr -d '\0' 2>/dev/null </proc/device-tree/model)
part=$(read_cpuinfo 'CPU part')
[ -n "$cpu" ] || [ -z "$part" ] || cpu="implementer $(read_cpuinfo 'CPU implementer') part $part"
mkdir -p "$attempt" && cp "$folder/solo/start" "$attempt/log" || exit 2
{
    printf 'host: %s\n' "$(uname -n)"
    printf 'cpu: %s\n' "$cpu"
    printf 'began: %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    for file in "$folder"/solo/command-*; do
        mapfile -d '' -t words <"$file"
        printf 'case: %s\n' "${words[0]}"
        (cd "${words[1]}" && exec "${words[@]:2}")
        printf '\nexit code: %s\n' $?
    done
    printf 'ended: %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
} >>"$attempt/log" </dev/null
