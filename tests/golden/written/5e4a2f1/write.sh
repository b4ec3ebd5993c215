#!/usr/bin/env bash
# Writes the results files of this folder anew: write.sh CLAMH, the program of one commit, in full. See README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
clamh=$1
work=/tmp/suite  # failures name it
mkdir "$work"
trap 'rm -rf "$work"' EXIT
cp "$here"/sources/* "$work"
export XDG_STATE_HOME=$work/state
cd "$work"
short=(-f 3 -wi 1 -w 2ms -i 2 -r 2ms --layouts 2 -seed 1)

"$clamh" run "${short[@]}" --only sum -wf 1 --results normal.ndjson
"$clamh" run "${short[@]}" --only sum -p size=8 -bm thrpt,sample,ss,wall --results modes.ndjson
"$clamh" run "${short[@]}" --only 'sum|counter' -p size=8 -t 2 -bind threads --results threads.ndjson
"$clamh" run "${short[@]}" --only 'sum|fail' -p size=8 --results failed.ndjson || [ $? = 1 ]
"$clamh" run "${short[@]:2}" -f 5 --only sum -p size=8 --precision 10% --budget 1500ms --results precision.ndjson || [ $? = 1 ]
"$clamh" run "${short[@]}" --only count_bytes --results counters.ndjson
"$clamh" calibrate "${short[@]}" work.cpp --only sum -p size=8 --comparisons 3
echo 'baseline = "python/*"' > clamh.toml
"$clamh" run "${short[@]}" --only sum -p size=8 --results calibrated.ndjson
rm clamh.toml

# A run that is cut off in its third round and later goes on: both states of its file.
"$clamh" run "${short[@]:2}" -f 6 --only sum -p size=8 --results resumed.ndjson & run=$!
until [ "$(grep -c '"event":"fork_end"' resumed.ndjson 2> /dev/null)" -ge 5 ] 2> /dev/null; do sleep 0.02; done
kill -KILL "$run"
wait "$run" || true
head -c -40 resumed.ndjson > interrupted.ndjson  # the last line in part
"$clamh" run --resume resumed.ndjson

# What names the machine gives way to neutral words; nothing else is touched.
for file in *.ndjson; do
    sed -E -e 's/"host":"[^"]*"/"host":"machine"/g' -e 's/"kernel":"[^"]*"/"kernel":"Linux"/g' \
        -e 's/"boot_id":"[^"]*"/"boot_id":"00000000-0000-0000-0000-000000000000"/g' "$file" > "$here/$file"
done
