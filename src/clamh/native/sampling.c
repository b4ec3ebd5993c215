/* How long samples are, and how far apart they lie. */
#include "timing.h"

static const int64_t aimed_samples = 1000;    /* half, so that a benchmark that becomes faster rarely needs a fold */
static const int64_t shortest_sample = 1000;  /* in clock resolutions */

typedef enum outcome (*run_fn)(struct timing *timing, uint64_t count, uint64_t invocations, struct span *taken);

int64_t longest_suspended_ns(int64_t time_ns) { return larger(time_ns / 100, 1); }

/* How many times to do something that takes about `single`, so that it takes `aim`, or is suspended for `longest`: the median of nine short
 * runs, as the least of three was off by up to two, and one that was interrupted by far more. */
static enum outcome calibrate(struct timing *timing, run_fn run, uint64_t invocations, int64_t aim, int64_t longest, struct span single, double *times) {
    const int64_t enough = larger(aim / 8, 1);
    uint64_t count = 1;
    struct span taken = single, runs[9];
    *times = 1;
    if (single.suspended_ns > longest) return DONE;
    while (taken.elapsed_ns < enough && taken.suspended_ns <= longest / 64 && count < 10000000) { /* enough to extrapolate from */
        const int64_t factor = larger(enough / larger(taken.elapsed_ns, 1) + 1, 2);
        count *= (uint64_t)(factor < 10 ? factor : 10);
        TRY(run(timing, count, invocations, &taken));
    }
    for (int done = 0; done < 9; ++done) { /* kept in order */
        TRY(run(timing, count, invocations, &taken));
        int at = done;
        for (; at > 0 && runs[at - 1].elapsed_ns > taken.elapsed_ns; --at) runs[at] = runs[at - 1];
        runs[at] = taken;
    }
    *times = (double)aim * (double)count / (double)larger(runs[4].elapsed_ns, 1);
    if (runs[4].suspended_ns > 0) *times = fmin(*times, (double)longest * (double)count / (double)runs[4].suspended_ns);
    return DONE;
}

int64_t aim_of_samples(int64_t time_ns) {
    /* Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then. */
    return clock_is_counted() ? 1 : larger(2 * shortest_sample * clock_resolution_ns(), time_ns / aimed_samples);
}

static enum outcome run_sample(struct timing *timing, uint64_t count, uint64_t invocations, struct span *taken) {
    (void)invocations;
    return time_sample(timing, count, taken);
}

enum outcome find_sample_size(struct timing *timing, int64_t aim, int64_t time_ns, const struct span *single, uint64_t *invocations) {
    double wanted;
    TRY(calibrate(timing, run_sample, 1, aim, longest_suspended_ns(time_ns), *single, &wanted));
    *invocations = wanted + 0.5 > 1 ? (uint64_t)(wanted + 0.5) : 1;
    return DONE;
}

static enum outcome run_untimed(struct timing *timing, uint64_t count, uint64_t invocations, struct span *taken) {
    const int64_t start = the_clock.now();
    TRY(run_batches(timing, count, invocations));
    *taken = (struct span){the_clock.now() - start, 0, 0}; /* the gap counts suspended time, too: an iteration does */
    return DONE;
}

enum outcome find_mean_gap(struct timing *timing, uint64_t invocations, int64_t single, double *mean) {
    /* A counted clock says nothing of how long more batches take. */
    *mean = (double)sampled_every_ns / (double)larger(single, 1);
    if (!clock_is_counted()) TRY(calibrate(timing, run_untimed, invocations, sampled_every_ns, sampled_every_ns, (struct span){single, 0, 0}, mean));
    *mean = *mean > 1 ? *mean - 1 : 0;
    return DONE;
}

/* With a chance of 1/(mean + 1) for each, independently. */
struct gaps make_gaps(struct clamh_random *random, double mean) { return (struct gaps){random, mean > 0 ? 1 / log1p(-1 / (mean + 1)) : 0}; }

uint64_t next_gap(struct gaps *gaps) {
    if (gaps->scale == 0) return 0;
    const double uniform = 1 - clamh_random_next_double(gaps->random); /* above 0, at most 1 */
    return (uint64_t)(log(uniform) * gaps->scale);
}
