/* What the modes share: one thread's loop with its fixtures around it, and what is kept of it. */
#pragma once

#include "case.h"

enum { MOST_SAMPLES = 2000 };
static const int64_t sampled_every_ns = 50000; /* mode sample: 20 samples a millisecond */

struct timing {
    struct thread *thread;
    struct open_case *open;
    struct fixtures *around; /* each invocation, in mode sample each batch; NULL where there are none */
    struct clamh_operations *operations;
    struct clamh_control *control;
    struct result *result;
    int64_t slowest_ns; /* an invocation took, as far as is known, suspended or not */
    struct scheduling before;
    int64_t operations_before, operations_first, speed_ns, speed_due_ns, stopped_ns; /* stopped_ns: the last reading of the clock */
};

struct timing plain_timing(struct thread *thread); /* of samples that are no iteration's */
struct timing begin_timing(struct thread *thread);
void restart_timing(struct timing *timing); /* everything until now was to learn how long invocations take, and counts for nothing */
void end_timing(struct timing *timing);
void count_scheduling(struct timing *timing);
enum outcome meet_others(struct timing *timing); /* comes together with the other threads, and begins */
void mark(struct timing *timing);                /* what invocations have counted so far is the measurement's; those after it count for nothing */
void finish_timing(struct timing *timing);
/* All threads have arrived: waits until no thread is within an invocation, and finishes. RELEASED after a failure of another thread. */
enum outcome leave_others(struct timing *timing, uint64_t invocations);
/* A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the time. */
void read_speed(struct timing *timing, int64_t elapsed, int64_t whole);

enum outcome run_batches(struct timing *timing, uint64_t count, uint64_t invocations);                       /* not timed */
enum outcome time_batch(struct timing *timing, uint64_t invocations, struct interval *interval);             /* timed as a whole */
enum outcome time_sample(struct timing *timing, uint64_t invocations, struct span *sample);                   /* each by itself where fixtures are around it */

void learn(struct timing *timing, int64_t whole_ns, uint64_t invocations);
void count_timings(struct timing *timing, uint64_t invocations);
void make_room(struct timing *timing);                                                  /* for one more sample */
void keep_sample(struct timing *timing, const struct span *sample);                     /* of the series */
void keep_batch(struct timing *timing, const struct interval *interval, uint64_t invocations); /* of mode sample */

/* sampling.c */
int64_t aim_of_samples(int64_t time_ns); /* a series' samples are as long as this, at least */
int64_t longest_suspended_ns(int64_t time_ns);  /* in a sample of an iteration of that time */
enum outcome find_sample_size(struct timing *timing, int64_t aim, int64_t time_ns, const struct span *single, uint64_t *invocations);
enum outcome find_mean_gap(struct timing *timing, uint64_t invocations, int64_t single, double *mean);
/* Mode sample: how many batches go by untimed before the next timed one. */
struct gaps {
    struct clamh_random *random;
    double scale;
};
struct gaps make_gaps(struct clamh_random *random, double mean);
uint64_t next_gap(struct gaps *gaps);

/* loops.c: one iteration in the mode of the case, until `time_ns` has been measured; a slice, with `warmin` invocations that count for nothing. */
enum outcome measure_time(struct thread *thread, int64_t time_ns);
enum outcome measure_slice(struct thread *thread, uint64_t warmin, uint64_t count);
/* waiting.c: the same of several threads that may wait for each other */
enum outcome measure_waiting(struct thread *thread, int64_t time_ns);
/* counts.c: exactly so many batches */
enum outcome measure_count(struct thread *thread, uint64_t batches);
