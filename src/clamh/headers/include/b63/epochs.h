/* One epoch: counters, the body, counters. Between the two readings of the last counter stands only the body. */
#ifndef B63_EPOCHS_H
#define B63_EPOCHS_H

#include "clock.h"

/* --- B63_SUSPEND: a loop of one round, whose variable resumes counting however the block is left */

#define B63_ELSEWHERE \
    "another thread used B63_SUSPEND, but counting goes on in the benchmark's own thread; suspend there, around all of them, or measure them whole"

/* Returns `elsewhere`: whether this thread does not run the body. */
B63_MEASURED int b63_suspend(void) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    if (epoch->own_errno != &errno) {
        const struct b63_benchmark *const benchmark = b63_program.running;
        if (benchmark != NULL) b63_fail(benchmark->file, benchmark->line, B63_ELSEWHERE);
        return 1;
    }
    if (epoch->depth++ > 0) return 0; /* the outer block has already suspended counting */
    for (int at = epoch->count - 1; at >= 0; --at) epoch->paused[at] = epoch->counters[at].type->read(epoch->counters[at].impl);
    ++epoch->suspensions;
    return 0;
}

B63_MEASURED void b63_resume(const int *elsewhere) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    if (*elsewhere || --epoch->depth > 0) return;
    for (int at = 0; at < epoch->count; ++at) {
        epoch->suspended[at] += epoch->counters[at].type->read(epoch->counters[at].impl) - epoch->paused[at];
    }
}

/* The compiler must see that the block runs once: otherwise it warns about variables that only the block sets. */
#define B63_SUSPEND_AS(name) \
    for (int name __attribute__((cleanup(b63_resume), unused)) = b63_suspend(), B63_JOIN(name, _runs) = 1; B63_JOIN(name, _runs); B63_JOIN(name, _runs) = 0)

/* --- B63_KEEP */

/* The compiler must assume that the value, and what it points to, is read here. */
#ifdef __cplusplus
template <class Value>
inline __attribute__((always_inline)) void b63_keep(const Value &value) {
#if defined(__clang__)
    __asm__ volatile("" : : "r,m"(value) : "memory");
#else
    __asm__ volatile("" : : "m,r"(value) : "memory");
#endif
}
#define B63_KEEP_VALUE(value) b63_keep(value)
#else
#define B63_KEEP_VALUE(value) \
    do { \
        __asm__ volatile("" : : "g,m"(value) : "memory"); \
    } while (0)
#endif

/* --- running a body */

B63_FUNCTION void b63_count_in(struct b63_counter counter) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    epoch->counters[epoch->count++] = counter;
    if (counter.type->activate != NULL) counter.type->activate(counter.impl);
}

B63_FUNCTION void b63_count_time(void) {
    struct b63_counter time;
    time.type = b63_time_type();
    time.name = "time";
    time.part = "";
    time.impl = NULL;
    b63_count_in(time);
}

/* A child that returned from the body would go on measuring, beside its parent and with the same output. Runs of a single iteration, with which every search begins, print why. */
B63_FUNCTION void b63_end_child(const struct b63_benchmark *benchmark, uint64_t n) {
    char text[2 * B63_TEXT_BYTES];
    snprintf(text, sizeof text, "%s: %s:%d: a child of fork() returned from the body and was ended there; end it with _exit()\n", benchmark->name,
             benchmark->file, benchmark->line);
    const ssize_t written = n == 1 ? write(STDERR_FILENO, text, strlen(text)) : 0;
    _exit(written < 0 ? 2 : 1);
}

/* Runs the body once. Returns 0 if it failed: b63_program then has the reason. The values are net of suspended stretches. */
B63_MEASURED __attribute__((noinline)) int b63_run_body(const struct b63_benchmark *benchmark, uint64_t n, int64_t seed) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    const int last = epoch->count - 1;
    int64_t (*const read)(void *impl) = epoch->counters[last].type->read;
    void *const impl = epoch->counters[last].impl;
    void (*const body)(uint64_t n, int64_t b63_seed) = benchmark->body;
    memset(epoch->suspended, 0, sizeof epoch->suspended);
    epoch->depth = 0;
    epoch->own_errno = &errno;
    epoch->suspensions = 0;
    b63_program.failure = NULL;
    b63_program.running = benchmark;
    b63_program.ran += n;
    for (int at = 0; at < last; ++at) epoch->start[at] = epoch->counters[at].type->read(epoch->counters[at].impl);
    const int64_t start = read(impl);
    body(n, seed);
    const int64_t stop = read(impl);
    epoch->values[last] = stop - start - epoch->suspended[last];
    for (int at = last - 1; at >= 0; --at) {
        epoch->values[at] = epoch->counters[at].type->read(epoch->counters[at].impl) - epoch->start[at] - epoch->suspended[at];
    }
    if (b63_program.process != getpid()) b63_end_child(benchmark, n);
    if (epoch->depth > 0) {
        b63_fail(benchmark->file, benchmark->line,
                 "it left B63_SUSPEND by longjmp, so counting never resumed; leave the block by its end, break, return or goto");
    }
    return b63_program.failure == NULL;
}

/* After so many seconds a run of a body ends the program by SIGALRM; 0: never, as under CLAMH, which has a timeout of its own. */
static double b63_patience_s B63_UNUSED;

B63_FUNCTION void b63_set_timer(double seconds) {
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = (time_t)seconds;
    timer.it_value.tv_usec = (suseconds_t)(1000000.0 * (seconds - (double)timer.it_value.tv_sec));
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Runs the body within its deadline, which is over before anything is printed: a pipe may be full until its reader goes on. */
B63_FUNCTION int b63_run_in_time(const struct b63_benchmark *benchmark, uint64_t n, int64_t seed) {
    if (b63_patience_s > 0) b63_set_timer(b63_patience_s);
    const int done = b63_run_body(benchmark, n, seed);
    if (b63_patience_s > 0) b63_set_timer(0);
    return done;
}

/* --- what the clock and suspending cost */

struct b63_clock_facts {
    int64_t step_ns; /* the smallest step seen */
    double read_ns;  /* a reading */
};

B63_MEASURED void b63_suspend_often(uint64_t n, B63_UNUSED int64_t seed) {
    for (; n > 0; --n) {
        B63_SUSPEND_AS(empty) {
        }
    }
}

B63_FUNCTION struct b63_clock_facts b63_measure_clock(void) {
    enum { B63_ROUNDS = 64, B63_READINGS = 32 };
    struct b63_clock_facts facts = {1, 0};
    if (b63_clock_is_counted()) return facts;
    facts.step_ns = INT32_MAX;
    facts.read_ns = INT32_MAX;
    for (int round = 0; round < B63_ROUNDS; ++round) {
        const int64_t start = b63_system_ns();
        int64_t last = start;
        for (int reading = 0; reading < B63_READINGS; ++reading) {
            const int64_t now = b63_system_ns();
            if (now > last && now - last < facts.step_ns) facts.step_ns = now - last;
            last = now;
        }
        if ((double)(last - start) / (double)B63_READINGS < facts.read_ns) facts.read_ns = (double)(last - start) / (double)B63_READINGS;
    }
    return facts;
}

/* Finds what a suspension adds to each counter of the epoch: of the system calls that read an event, a part is not suspended. It is the lower
 * quartile of many means, because a mean of all may contain another process's work. A counter that is slow to read gets fewer rounds. */
B63_FUNCTION void b63_measure_suspending(void) {
    enum { B63_MEANS = 64, B63_SUSPENSIONS = 8, B63_LIMIT_NS = 20000000 };
    struct b63_epoch *const epoch = &b63_program.epoch;
    double means[B63_MOST_COUNTERS + 1][B63_MEANS]; /* in order */
    struct b63_benchmark empty;
    memset(&empty, 0, sizeof empty);
    empty.body = b63_suspend_often;
    const int64_t start = b63_system_ns();
    int rounds = 0;
    while (rounds == 0 || (rounds < B63_MEANS && b63_system_ns() - start < B63_LIMIT_NS)) {
        int64_t without[B63_MOST_COUNTERS + 1];
        b63_run_body(&empty, 0, 0);
        memcpy(without, epoch->values, sizeof without);
        b63_run_body(&empty, B63_SUSPENSIONS, 0);
        for (int place = 0; place < epoch->count; ++place) {
            const double mean = (double)(epoch->values[place] - without[place]) / (double)B63_SUSPENSIONS;
            int at = rounds;
            for (; at > 0 && means[place][at - 1] > mean; --at) means[place][at] = means[place][at - 1];
            means[place][at] = mean;
        }
        ++rounds;
    }
    for (int place = 0; place < epoch->count; ++place) epoch->costs[place] = means[place][rounds / 4] > 0 ? means[place][rounds / 4] : 0;
}

/* What the counter at this place counted in the last epoch, without suspended stretches and what suspending costs: `*suspended` is both. */
B63_FUNCTION int64_t b63_find_events(int place, int64_t *suspended) {
    const struct b63_epoch *const epoch = &b63_program.epoch;
    const int64_t events = epoch->values[place];
    int64_t cost = (int64_t)(epoch->costs[place] * (double)epoch->suspensions + 0.5);
    if (cost > events) cost = events > 0 ? events : 0;
    *suspended = epoch->suspended[place] + cost;
    return events - cost;
}

/* --- how many iterations an epoch needs */

#define B63_MOST_ITERATIONS (UINT64_C(1) << 40)
#define B63_NO_LOOP "its time does not grow with n: the compiler has removed the loop; give what it computes to B63_KEEP"

/* What one run of a body took by the clock: with and without suspended time, and with it but without waiting for a CPU. */
struct b63_trial {
    uint64_t n;
    int64_t wall_ns, counted_ns, working_ns;
};

/* How long this thread has waited for a CPU, the second number of its schedstat; 0 where the system does not say. */
B63_FUNCTION int64_t b63_read_waited(void) {
    char text[96];
    long long on_cpu_ns, waited_ns;
    const int file = b63_open_file("/proc/thread-self/schedstat");
    if (file < 0) return 0;
    const ssize_t size = b63_read_bytes(file, text, sizeof text - 1);
    close(file);
    text[size > 0 ? size : 0] = '\0';
    return sscanf(text, "%lld %lld", &on_cpu_ns, &waited_ns) == 2 ? waited_ns : 0;
}

/* Runs the body. A run that is long enough to matter for the choice runs twice, and the shorter counts: the other may have been interrupted,
 * or the first call of all may have prepared what later calls only use. */
B63_FUNCTION int b63_try(const struct b63_benchmark *benchmark, int64_t seed, int64_t target_ns, int time_at, struct b63_trial *trial, int64_t *spent_ns) {
    for (int again = 0; again < 2; ++again) {
        const int64_t begin = b63_system_ns(), waited_ns = b63_read_waited(), start = b63_now_ns();
        if (!b63_run_in_time(benchmark, trial->n, seed)) return 0;
        const int64_t wall_ns = b63_now_ns() - start, in_queue_ns = b63_read_waited() - waited_ns;
        const int64_t working_ns = b63_system_ns() - begin - in_queue_ns;
        *spent_ns += wall_ns;
        if (again == 0 || working_ns < trial->working_ns) trial->working_ns = working_ns;
        if (again == 0 || wall_ns < trial->wall_ns) {
            trial->wall_ns = wall_ns;
            trial->counted_ns = b63_program.epoch.values[time_at];
        }
        if (wall_ns < target_ns / 4 || (wall_ns > 4 * target_ns && trial->n > 1)) break;
    }
    return 1;
}

B63_FUNCTION uint64_t b63_scale(uint64_t n, double factor) {
    const double wanted = (double)n * factor;
    return wanted < 1 ? 1 : wanted > (double)B63_MOST_ITERATIONS ? B63_MOST_ITERATIONS : (uint64_t)wanted;
}

/* How long a run should take: so long that `runs` of them fit into the rest of the limit after the search, which makes shorter ones. */
struct b63_goal {
    int64_t limit_ns;
    int runs;
};

/* Finds n so that the body takes about as long as the goal says; `*spent_ns` grows by the time of the search. Returns 0 if the body failed.
 *
 * A part of the time may be the same for every n, such as a suspended preparation. If it fills the target, the counted part still gets half a
 * target, so that it is long enough to be measured. `time_at` is the place of the clock among the counters. */
B63_FUNCTION int b63_find_iterations(
    const struct b63_benchmark *benchmark, int64_t seed, struct b63_goal goal, int time_at, uint64_t *iterations, int64_t *spent_ns) {
    const int64_t shortest_ns = goal.limit_ns / (goal.runs > 20 ? goal.runs : 20) + 1;
    double target = (double)shortest_ns;
    struct b63_trial before = {0, 0, 0, 0}, now = {1, 0, 0, 0};
    for (;;) {
        if (!b63_try(benchmark, seed, shortest_ns, time_at, &now, spent_ns)) return 0;
        *iterations = now.n;
        if (b63_clock_is_counted() || now.n == B63_MOST_ITERATIONS) return 1; /* the time does not depend on n */
        const double wall = (double)now.wall_ns, counted = now.counted_ns > 0 ? (double)now.counted_ns : 1, fixed = wall - counted;
        const double grown = (double)now.working_ns / (double)(before.working_ns > 0 ? before.working_ns : 1) - 1;
        const double more = before.n > 0 ? (double)now.n / (double)before.n - 1 : 1;
        const int grows = before.n > 0 && 2 * grown >= more; /* by at least half of what n has grown by, waiting for a CPU apart */
        if (counted >= target / 2 || (grows && wall >= target / 2)) {
            const double left = 0.95 * (double)(goal.limit_ns - *spent_ns) / (double)goal.runs;
            if (left > target / 2) target = left;
            *iterations = b63_scale(now.n, grows ? target / wall : (fixed < target / 2 ? target - fixed : target / 2) / counted);
            return 1;
        }
        const double most = before.n > 0 && !grows ? 10 : target / wall, factor = target / counted;
        before = now;
        now.n = b63_scale(now.n, factor < 2 || most < 2 ? 2 : factor < most && factor < 10 ? factor : most < 10 ? most : 10);
    }
}

#endif
