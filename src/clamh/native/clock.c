#include "clock.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>

struct clock_source the_clock;
double interval_cost_ns;

static int64_t read_system(clockid_t id) {
    struct timespec time;
    clock_gettime(id, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t system_ns(void) { return read_system(CLOCK_MONOTONIC); }
static int64_t monotonic_raw(void) { return read_system(CLOCK_MONOTONIC_RAW); }

static struct clock_source tried[] = {{"CLOCK_MONOTONIC", system_ns, 1, 1}, {"CLOCK_MONOTONIC_RAW", monotonic_raw, 1, 1}};
const struct clock_source *clocks_tried = tried;
size_t clocks_count = 2;

static int64_t counted_step;
static __thread int64_t counted_time; /* each thread counts its own readings, so that no other can change them */
static int64_t counted(void) { return counted_time += counted_step; }

bool clock_is_counted(void) { return the_clock.now == counted; }
int64_t clock_resolution_ns(void) { return clock_is_counted() ? 1 : larger(the_clock.step_ns, the_clock.cost_ns); }

/* The least of several rounds: anything above it is another process's time. */
static void measure_clock(struct clock_source *clock) {
    enum { ROUNDS = 20, READINGS = 50 };
    clock->step_ns = clock->cost_ns = 1000000000;
    for (int round = 0; round < ROUNDS; ++round) {
        const int64_t start = clock->now();
        int64_t last = start;
        for (int reading = 0; reading < READINGS; ++reading) {
            const int64_t now = clock->now();
            if (now > last && now - last < clock->step_ns) clock->step_ns = now - last;
            last = now;
        }
        const int64_t cost = (last - start + READINGS - 1) / READINGS;
        if (cost < clock->cost_ns) clock->cost_ns = cost;
    }
    if (clock->cost_ns < 1) clock->cost_ns = 1;
}

double measure_intervals(const struct clamh_function *function, void *const *objects, struct clamh_suspension *suspension, int intervals,
                         uint64_t invocations) {
    enum { ROUNDS = 200 };
    double means[ROUNDS]; /* in order */
    for (int round = 0; round < ROUNDS; ++round) {
        struct interval interval = {0, 0, 0, 0};
        double mean = 0;
        for (int done = 0; done < intervals; ++done) {
            if (time_invocations(function, objects, suspension, invocations, &interval) == DONE) mean += (double)elapsed_ns(interval) / (double)intervals;
        }
        int at = round;
        for (; at > 0 && means[at - 1] > mean; --at) means[at] = means[at - 1];
        means[at] = mean;
    }
    return means[ROUNDS / 4];
}

bool choose_clock(const struct clamh_function *floor) {
    const char *const wanted = getenv("CLAMH_CLOCK"), prefix[] = "counted:";
    if (wanted != NULL) {
        uint64_t step;
        if (strncmp(wanted, prefix, sizeof prefix - 1) != 0 || !read_natural(wanted + sizeof prefix - 1, INT64_MAX / 2, &step) || step == 0) return false;
        counted_step = (int64_t)step;
        tried[0] = (struct clock_source){"counted", counted, 1, 1};
        clocks_count = 1, the_clock = tried[0], suspension_cost_ns = (double)step;
        return true;
    }
    for (size_t at = 0; at < clocks_count; ++at) {
        measure_clock(&tried[at]);
        if (at == 0 || larger(tried[at].step_ns, tried[at].cost_ns) < clock_resolution_ns()) the_clock = tried[at];
    }
    interval_cost_ns = measure_intervals(floor, NULL, NULL, 50, 0);
    suspension_cost_ns = measure_suspension();
    return true;
}

enum outcome time_invocations(const struct clamh_function *function, void *const *objects, struct clamh_suspension *suspension,
                              uint64_t invocations, struct interval *interval) {
    int64_t (*const now)(void) = the_clock.now;
    if (suspension != NULL) begin_suspensions(suspension);
    const int64_t start = now();
    const int thrown = function->repeat(objects, invocations);
    const int64_t stop = now();
    *interval = (struct interval){start, stop, 0, 0};
    if (thrown) return raise_user("benchmark", function->name);
    if (stop < start) return fail("clock", the_clock.name, "the clock went back by %" PRId64 " ns", start - stop);
    return suspension == NULL ? DONE : subtract_suspended(interval, suspension, function->name);
}

/* 2,048 multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution. */
static __attribute__((noinline)) int run_chain(void *const *objects, uint64_t links) {
    (void)objects;
    uint64_t value = links | 1;
    for (; links > 0; --links) {
        value *= UINT64_C(0x9e3779b97f4a7c15);
        __asm__ volatile("" : "+r"(value));
    }
    return 0;
}

int64_t read_speed_ns(void) {
    static const struct clamh_function chain = {0, 0, "chain", NULL, NULL, 0, run_chain, NULL, NULL, NULL};
    struct interval interval = {0, 0, 0, 0};
    return time_invocations(&chain, NULL, NULL, 2048, &interval) == DONE ? elapsed_ns(interval) : 0;
}

int64_t speed_cost_ns(void) {
    static __thread int64_t cost = -1;
    if (cost < 0) cost = (read_speed_ns(), read_speed_ns()); /* the first one warms up */
    return cost;
}

static __thread int schedstat = -2; /* not yet opened */
/* From /proc/thread-self/schedstat, kept open: opening it takes ten times as long as reading it. -1 where the kernel does not count (it then
 * writes zeros, also for how often the thread got a CPU). */
static int64_t read_delay_ns(void) {
    if (schedstat == -2) schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    char text[96];
    const ssize_t size = pread(schedstat, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    long long on_cpu_ns, delay_ns, times;
    return sscanf(text, "%lld %lld %lld", &on_cpu_ns, &delay_ns, &times) == 3 && times > 0 ? delay_ns : -1;
}

void close_scheduling(void) {
    if (schedstat >= 0) close(schedstat);
    schedstat = -2;
}

struct scheduling read_scheduling(void) {
    struct scheduling now = {-1, -1, clock_is_counted() ? -1 : read_delay_ns()}; /* a fake clock knows no waiting */
#ifdef RUSAGE_THREAD
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) == 0) now.voluntary = usage.ru_nvcsw, now.involuntary = usage.ru_nivcsw;
#endif
    return now;
}

static int64_t difference(int64_t before, int64_t after) { return before < 0 || after < 0 ? -1 : after - before; }

struct scheduling scheduling_since(const struct scheduling *before) {
    const struct scheduling now = read_scheduling();
    return (struct scheduling){difference(before->voluntary, now.voluntary), difference(before->involuntary, now.involuntary),
                               difference(before->waited_ns, now.waited_ns)};
}
