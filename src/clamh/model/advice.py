"""The advice for each warning, by its stable code. It appears in reports and in docs/reference/warnings.md."""

from __future__ import annotations

HINTS = {
    "failed-forks": "-v EXTRA shows what the worker printed; debug the artifact: `./run_<name> --solo BENCHMARK`, or "
                    "a program of B63 or Metron itself",
    "forks-not-run": "fix the failure, then run again; the other cases are not affected",
    "interrupted": "continue with `clamh run --resume FILE` if `clamh run` began it, else begin again with the same "
                   "command",
    "still-active": "wait until the command that measures ends, then repeat this report",
    "not-precise": "allow more time (--budget), close other programs, or ask for less (--precision)",
    "not-measured": "allow more time (--budget), or select fewer benchmarks (--only)",
    "result-unused": "return it, or give it to Blackhole: a compiler removes unused results",
    "own-loop": "let CLAMH repeat the work; if the loop is part of it, use OperationsPerInvocation",
    "constant-input": "read the input from a Param or another field of a state: a compiler may compute a constant once",
    "fixture-dominates": "prepare in Level.Iteration or Level.Trial, or let the benchmark do more work",
    "locked-thread": "each wait switches threads of the system; let goroutines that the benchmark starts do many "
                     "exchanges, and set OperationsPerInvocation",
    "unoptimised": "remove -O0, -Xint and similar flags, or treat the scores as those of a debug build",
    "few-forks": "measure at least 3 forks (-f 3)",
    "few-repetitions": "submit at least 3 repetitions (--reps 3), or the missing ones: `clamh submit --resume -o "
                       "FOLDER`; `clamh collect FOLDER --pool` combines hosts with the same CPU",
    "other-cpu": "compare hosts with the same CPU, or submit to a queue of equal nodes; reports keep hosts separate",
    "zero-time": "the work was removed or the clock did not advance: return the result or give it to Blackhole, or "
                 "lengthen iterations (-r)",
    "interval-too-short": "lengthen iterations (-r)",
    "short-operation": "time more invocations as one operation (-bs), or use mode avgt, which does not need that",
    "short-invocation": "do more work in one invocation, such as a larger input; use Level.Iteration only if the "
                        "benchmark does not change its input",
    "suspended-often": "suspend once for more measured work: a larger input, or several operations in an invocation "
                       "(Operations)",
    "rounded-samples": "use mode avgt, which is not rounded",
    "below-floor": "return the result or give it to Blackhole, and read inputs from a state",
    "not-linear": "make each invocation do its work: read inputs from a state and return the result; a compiler may "
                  "call a pure function once per sample",
    "trend": "warm up longer (-wi, -w) until iterations are steady; -v EXTRA shows each iteration",
    "not-steady": "warm up longer (-wi, -w); if it never settles, see the series in -trendfile: what recurs (a "
                  "collection, a compiler, a cache that fills up) belongs in every sample or in a fixture",
    "several-modes": "-trendfile has every sample; alternating inputs, memory placement or recompilation cause groups: "
                     "measure them as separate benchmarks or params",
    "autocorrelation": "use the interval over forks, which does not count samples; longer iterations (-r) average over "
                       "recurring costs",
    "high-variance": "close other programs, or lengthen iterations (-r) and add forks (-f)",
    "forks-disagree": "add forks (-f); more or longer iterations do not narrow the interval",
    "noisy-stderr": "read the output with -v EXTRA; print less while measuring, or print in a Trial teardown",
    "much-output": "print less while measuring; `.clamh/runs` keeps up to 64 MiB of each fork's output",
    "left-processes": "end what the benchmark starts in a Trial teardown: it takes time from other measurements",
    "more-threads-than-cpus": "measure with fewer threads (-t max is one per CPU), or treat the score as that of a "
                              "crowded machine",
    "uneven-threads": "bind threads (--bind threads, --cpus) and close other programs: a shared core or distant data "
                      "slows a thread; so does an unfair lock",
    "idle-thread": "lengthen iterations (-r), or let each call end by itself and not only when Control stops it",
    "machine-busy": "close other programs, use fewer threads than CPUs, or measure on a dedicated machine",
    "drifting": "lengthen the warmup (-w); if the work grows with each call, reset it in a Setup of Level.Iteration",
    "rare-costs": "measure longer (-r) or in more sets (-f), until these costs occur often",
    "turn-effect": "also compare with --no-live, where each side runs alone; for two builds, measure longer (-r) or "
                   "more (-f) sets; longer turns (whole iterations, for invocations of 200 ms or more) depend "
                   "less on it",
    "collector-ran": "measure without --quick, or longer (-r), so that each set includes the collector's cost",
    "uneven-cost": "the ratio is right on average; -trendfile and the results file show which slices cost more, mostly "
                   "because of a collector",
    "waited": "close other programs, or use fewer threads than CPUs",
    "waited-unknown": "close other programs, or use fewer threads than CPUs",
    "work-drifts": "in a Setup of Level.Iteration or Level.Invocation, reset what invocations use up or fill; or "
                   "provide enough input",
    "work-nothing": "return a value that depends on the work, give it to Blackhole, or add a Check method to a state",
    "work-constant": "return or consume a value that depends on the input, such as a sum of the result, or add a Check "
                     "method that does",
    "work-changes": "in all languages, begin each call from the same state: reset it in a Setup of Level.Invocation or "
                    "Level.Iteration",
    "work-grows": "if each call should do the same work, reset the state in a Setup of Level.Iteration or "
                  "Level.Invocation",
    "work-nan": "find the invalid operation, such as 0/0 or the logarithm of a negative number, or add a Check for an "
                "earlier value",
    "other-machine": "measure both on one machine, if possible in one run; a ratio across machines compares the "
                     "machines too",
    "cpu-speed-moved": "fix the CPU's frequency (governor, turbo off), let the machine cool, close other programs",
    "frequency-scaling": "let `clamh doctor --tune` fix the frequency during the run",
    "virtual-machine": "if small differences matter, measure on a dedicated machine",
    "different-flags": "compile both with the same optimisation and for the same machine, or accept that the ratio "
                       "compares flags too",
    "tmpfs": "write less, remove files in a teardown, or enlarge it: mount -o remount,size=8G PATH, or a container's "
             "--shm-size",
    "not-sliced": "shorten its invocations, or remove what keeps its worker from slices: the machine changes less "
                  "during a shorter turn",
    "not-in-turns": "give them the same forks and iterations: with -f, -i, -r, or with the same Fork and Measurement",
    "not-together": "give the machine or its control group more memory; in a teardown, end processes that the "
                    "benchmark started in their own sessions",
    "not-stopped": "report it: work that a side does while it waits is missing in its slices and disturbs the others",
    "throttled": "give the container or unit more CPU time: stops in the middle of a slice make a side look slower",
    "incomplete-file": "judge an unchanged copy of the file, or measure again",
    "environment": "unset them if they are not part of what you measure; CLAMH reports when runs with other values are "
                   "compared",
    "no-lock": "measure again without --no-lock",
    "worker": "see the page of the benchmark's language in the documentation",
    "no-floor": "a score as small as the harness's own cost cannot be recognised; see the worker's failure",
    "lingering": "in a Trial teardown, end what the benchmark started: it may have disturbed later forks",
    "no-reference": "measure the reference as well, or name another with --baseline",
    "beats-bound": "the bound or the benchmark is wrong: check that the benchmark's work was not removed as dead code, "
                   "and that both do the same work",
    "quota": "use fewer threads (-t), or give the container or unit more CPU time",
    "isolated-cpus": "bind the threads: --bind threads",
    "not-bound": "compare it with unbound rows: leave out --bind, or use --bind auto, which binds all or none",
    "no-gc": "compare without -gc, or only platforms that support it",
    "stopped": "fix the failure and run again; -foe false measures the other cases anyway",
    "counter-missing": "`clamh doctor --counters` lists what this machine counts, and why not the rest",
    "counter-unread": "count fewer events, or repeat the run; on a busy CPU an event may never get its turn",
    "counter-cost": "take the time from a run without -prof gc",
    "counter-scaled": "count fewer hardware events at once: scaled counts are estimates",
    "not-processes": "measure in several processes; `clamh run` starts a fresh one for each fork",
    "warmup-failed": "fix that benchmark, or warm up without it (-wm, -wmb)",
}
