#!/bin/bash
# The batch script of every task: PYTHON FOLDER QUEUE-NUMBER. All of them are arguments: nothing of the user's is a part of this text.
# -P: a file of the user called random.py is no module of CLAMH.
exec "$1" -P -m clamh.cli.start task "$2" "$3" "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_JOB_ID" "${SLURM_RESTART_COUNT:-0}"
