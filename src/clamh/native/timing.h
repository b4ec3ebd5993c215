/* What the modes share: one thread's loop with its fixtures around it, and what is kept of it. */
#ifndef CLAMH_TIMING_H
#define CLAMH_TIMING_H

#include "case.h"

enum { MOST_SAMPLES = 2000, MOST_SPEED_READINGS = 64 };
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
    int64_t operations_before, operations_first, speed_ns, speed_due_ns;
};

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
enum outcome time_slice(struct timing *timing, uint64_t invocations);                                        /* the timed part of a slice, which has no series */
enum outcome sample_once(struct thread *thread, uint64_t invocations, struct span *sample);

void learn(struct timing *timing, int64_t whole_ns, uint64_t invocations);
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

/* One iteration in the mode of the case: until `time_ns` has been measured, or, when that is 0, exactly `batches`. */
struct amount {
    int64_t time_ns;
    uint64_t batches;
};
enum outcome measure(struct thread *thread, const struct amount *amount);
enum outcome measure_slice(struct thread *thread, uint64_t warmin, uint64_t count); /* `warmin` invocations that count for nothing, then `count` */
enum outcome measure_window(struct thread *thread, int64_t time_ns);                /* window.c: of several threads */
enum outcome slice_window(struct thread *thread, uint64_t warmin, uint64_t count);
enum outcome measure_waiting(struct thread *thread, int64_t time_ns);               /* waiting.c: of several that may wait for each other */

#endif
