/* The clock, and what is read beside it: CPU speed, context switches, run queue delay. */
#pragma once

#include "core.h"

struct clock_source {
    const char *name;
    int64_t (*now)(void);
    int64_t step_ns, cost_ns;
};
extern struct clock_source the_clock;
extern double interval_cost_ns; /* what a timed interval with nothing in it measures; 0 under the fake clock */
extern const struct clock_source *clocks_tried;
extern size_t clocks_count;

bool choose_clock(const struct clamh_function *floor); /* false: CLAMH_CLOCK is malformed */
bool clock_is_counted(void);
int64_t clock_resolution_ns(void);
int64_t system_ns(void); /* the system's monotonic clock, whatever was chosen */

struct interval {
    int64_t start, stop, suspended_ns; /* suspended_ns: with what suspending itself costs */
    uint64_t suspensions;
};
static inline int64_t whole_ns(struct interval interval) { return interval.stop - interval.start; }
static inline int64_t elapsed_ns(struct interval interval) { return whole_ns(interval) - interval.suspended_ns; }
/* So many invocations between two readings, without what was suspended; `suspension` is NULL where nothing can be. FAILED: the user's code
 * threw, or did not resume, or the clock went back. */
enum outcome time_invocations(const struct clamh_function *function, void *const *objects, struct clamh_suspension *suspension,
                              uint64_t invocations, struct interval *interval);

/* The lower quartile of 200 means of so many intervals: a mean of all may hold another process's time, and what is taken off too much makes
 * a score negative. */
double measure_intervals(const struct clamh_function *function, void *const *objects, struct clamh_suspension *suspension, int intervals,
                         uint64_t invocations);

/* What intervals measured together. */
struct span {
    int64_t elapsed_ns, suspended_ns;
    uint64_t suspensions;
};
static inline void add_interval(struct span *span, struct interval interval) {
    span->elapsed_ns += elapsed_ns(interval);
    span->suspended_ns += interval.suspended_ns;
    span->suspensions += interval.suspensions;
}
static inline void add_span(struct span *span, const struct span *more) {
    span->elapsed_ns += more->elapsed_ns;
    span->suspended_ns += more->suspended_ns;
    span->suspensions += more->suspensions;
}
static inline int64_t whole_span_ns(struct span span) { return span.elapsed_ns + span.suspended_ns; }

/* suspend.c */
extern double suspension_cost_ns; /* what remains of a suspension with nothing in it; one step of the fake clock */
double measure_suspension(void);
void begin_suspensions(struct clamh_suspension *suspension);
/* Takes off the interval what was suspended since. FAILED: the clock is still suspended, or a thread suspended it that times nothing. */
enum outcome subtract_suspended(struct interval *interval, const struct clamh_suspension *suspension, const char *name);

int64_t read_speed_ns(void);  /* the time of one fixed dependent chain */
int64_t speed_cost_ns(void);

struct scheduling { /* of the calling thread; -1 where the system does not say */
    int64_t voluntary, involuntary, waited_ns;
};
struct scheduling read_scheduling(void);
void close_scheduling(void); /* before a thread ends: its descriptor would outlive it */
struct scheduling scheduling_since(const struct scheduling *before);
