"""The advice for each warning, by its stable code. It appears in reports and in docs/reference/warnings.md."""

from __future__ import annotations

ADVICE = {
    "failed-forks": "see what the worker printed with -v EXTRA; `--solo NAME` runs the benchmark under a debugger",
    "forks-not-run": "fix the failure, then run again; the other cases are not affected",
    "interrupted": "go on with `clamh run --resume`; what was measured is in the results file",
    "not-precise": "give more time (--budget), quieten the machine, or ask for less (--precision)",
    "not-measured": "give more time (--budget), or select fewer benchmarks (--only)",
    "result-unused": "return it, or give it to Blackhole: a compiler removes what nobody uses",
    "own-loop": "leave the repeating to CLAMH; if the loop belongs to the work, say OperationsPerInvocation",
    "constant-input": "read the input from a Param or another field of a state: a compiler may compute it once",
    "fixture-dominates": "prepare in Level.Iteration or Level.Trial, or make what is measured the larger part",
    "unoptimised": "leave out -O0, -Xint and the like, or take the scores for those of a debug build",
    "few-forks": "measure at least 3 forks (-f 3); 5 is the default",
    "few-repetitions": "submit at least 3 repetitions (--reps 3), or what is missing: `clamh submit --resume`; "
                       "`clamh collect --pool` takes hosts together that have the same CPU",
    "other-cpu": "compare hosts with the same CPU, or submit to a queue whose nodes are alike; reports keep hosts apart",
    "zero-time": "the work vanished or the clock stood still: return the result or give it to Blackhole, or lengthen "
                 "iterations (-r)",
    "interval-too-short": "raise the time of one iteration (-r)",
    "short-operation": "time more invocations as one operation (-bs), or use mode avgt, which needs no such length",
    "short-invocation": "do more work in one invocation, such as on a larger input; use Level.Iteration only where the "
                        "benchmark leaves its input as it was",
    "rounded-samples": "use mode avgt, which is not rounded",
    "below-floor": "check that the result is returned or given to Blackhole and that inputs come from a state",
    "not-linear": "see that each invocation does the work anew: inputs from a state, the result returned; a function "
                  "that the compiler knows to be pure may be called once for a whole sample",
    "trend": "warm up longer (-wi, -w) until iterations stop moving; -v EXTRA shows each of them",
    "not-steady": "warm up longer (-wi, -w) if it settles; if it does not, -trendfile has the series, and what "
                  "runs every now and then (a collection, a compiler, a cache that fills up) belongs into every sample "
                  "or into a fixture",
    "several-modes": "-trendfile has every sample; an input that alternates, memory placement, or a "
                     "compiler's second thoughts make groups: measure them as benchmarks or params of their own",
    "autocorrelation": "take the interval over forks, which does not count samples; longer iterations (-r) let what "
                       "recurs every few samples average out",
    "high-variance": "quieten the machine, or lengthen iterations (-r) and add forks (-f)",
    "forks-disagree": "add forks (-f), which narrow the interval; more or longer iterations do not",
    "noisy-stderr": "read it with -v EXTRA; print less while measuring, or in a Trial teardown",
    "much-output": "print less while measuring; `.clamh/runs` keeps up to 64 MiB of each fork's output",
    "left-processes": "end what the benchmark starts in a Trial teardown: it takes time from other measurements",
    "more-threads-than-cpus": "measure with fewer threads (-t max is as many as there are CPUs), or take the score for that of a "
                              "crowded machine",
    "uneven-threads": "a thread that shares its core with another, or finds its data elsewhere, is slower: bind threads "
                      "(--bind threads, --cpus), close what else runs; a lock that is not fair does it too",
    "idle-thread": "lengthen iterations (-r), or let each call of its function come to an end of its own, not only when Control says so",
    "machine-busy": "close what else runs, give the run fewer threads than CPUs, or measure on a machine of its own",
    "drifting": "lengthen the warmup (-w); what grows with each call needs a Setup of each iteration",
    "rare-costs": "measure longer (-r) or in more sets (-f), until it happened often",
    "turn-effect": "compare them with --no-live too, where each runs alone; longer turns (whole iterations: invocations of "
                   "200 ms and more) depend on it less",
    "collector-ran": "measure without --quick, or longer (-r), so that what the collector costs is in each set",
    "uneven-cost": "the ratio is right on average; -trendfile and the slices in the results file show which cost more, a collector mostly",
    "waited": "close what else runs, or give the run fewer threads than CPUs",
    "work-drifts": "reset in a Setup of Level.Iteration or Level.Invocation what invocations use up or fill, or give them input that lasts",
    "work-nothing": "return a value that depends on the work, give it to Blackhole, or write a method of a state with Check",
    "work-constant": "return or consume something that depends on the input, such as a sum of the result, or write a Check that does",
    "work-changes": "begin each call from the same state: reset it in a Setup of Level.Invocation or Level.Iteration, in all languages alike",
    "work-grows": "reset the state in a Setup of Level.Iteration or Level.Invocation if each call should do the same work",
    "work-nan": "find the invalid operation, such as 0/0 or the logarithm of a negative number, or compare what leads to it in a Check",
    "other-machine": "measure both on one machine, in one run if possible; a ratio across machines is that of the "
                     "machines",
    "cpu-speed-moved": "fix the CPU's frequency (governor, turbo off), let the machine cool, close other work",
    "frequency-scaling": "fix the frequency: `clamh doctor --tune` can, until the run is over",
    "virtual-machine": "measure on a machine of its own where small differences matter",
    "different-flags": "compile both with the same optimisation and for the same machine, or take the ratio for that "
                       "of the flags",
    "tmpfs": "write less, remove files in a teardown, or make it larger: mount -o remount,size=8G PATH, or a container's --shm-size",
    "not-sliced": "make its invocations shorter, or leave out what keeps its worker from slices: the machine changes less within a shorter turn",
    "not-in-turns": "give them the same forks and iterations: -f, -i, -r for this run, or the same Fork and Measurement",
    "not-together": "give the machine or its control group more memory, or end in a teardown what the benchmark starts in a session of its own",
    "not-stopped": "report it: what a side does while it waits is missing in its own slices and disturbs the others",
    "throttled": "give the container or unit more CPU time: a side that is stopped in the middle of a slice is measured too slow",
    "incomplete-file": "judge a copy of the file that nobody has changed, or measure again",
    "environment": "unset them where they are not part of what you measure; runs under other values are not compared silently",
    "no-lock": "measure again without --no-lock",
    "worker": "see the page of the benchmark's language in the documentation",
    "no-floor": "a score as small as the harness's own cost cannot be told apart; see the worker's failure",
    "lingering": "end what the benchmark started in a Trial teardown: it may have disturbed later forks",
    "no-reference": "measure the reference as well, or name another with --baseline",
    "beats-bound": "the bound or the benchmark is wrong: see whether the benchmark's work was removed as dead code, "
                   "and whether both do the same work",
    "quota": "measure fewer threads (-t), or give the container or unit more CPU time: what is stopped is not measured",
    "isolated-cpus": "bind the threads: --bind threads",
    "not-bound": "compare it with rows that are not bound either: leave out --bind, or take --bind auto, which binds all or none",
    "no-gc": "compare without -gc, or only platforms that have it",
    "stopped": "fix the failure and run again; -foe false measures the other cases all the same",
    "not-processes": "measure in several processes; `clamh run` starts a fresh one for each fork",
    "warmup-failed": "fix that benchmark, or warm up without it (-wm, -wmb): the process was not as warm as asked",
}
