/* A clock that stands still within an invocation. */
#include "clock.h"

double suspension_cost_ns;

void clamh_suspend(struct clamh_suspension *suspension) {
    if (suspension->depth++ == 0) suspension->since_ns = the_clock.now();
}

void clamh_resume(struct clamh_suspension *suspension) {
    if (--suspension->depth != 0) return;
    suspension->total_ns += the_clock.now() - suspension->since_ns;
    ++suspension->count;
}

enum outcome subtract_suspended(struct interval *interval, const struct clamh_suspension *before, struct clamh_suspension *suspension, const char *name) {
    if (suspension->depth != 0) {
        suspension->depth = 0; /* the next interval begins with a clock that runs */
        return fail("benchmark", name, "it came back while its clock was suspended: resume it before the benchmark returns");
    }
    interval->suspensions = suspension->count - before->count;
    const double costs_ns = (double)interval->suspensions * suspension_cost_ns;
    const int64_t suspended_ns = suspension->total_ns - before->total_ns + (int64_t)(costs_ns + 0.5);
    interval->suspended_ns = suspended_ns < whole_ns(*interval) ? suspended_ns : whole_ns(*interval);
    return DONE;
}

static int suspend_nothing(void *const *objects, uint64_t times) {
    struct clamh_suspension *const suspension = (struct clamh_suspension *)objects[0];
    for (; times > 0; --times) {
        clamh_suspend(suspension);
        clamh_resume(suspension);
    }
    return 0;
}

/* The lower quartile of many means, as of an empty interval: what is taken off too much makes a score negative. */
double measure_suspension(void) {
    enum { ROUNDS = 200, TIMES = 50 };
    static const struct clamh_function function = {0, 0, "suspend", NULL, NULL, 0, suspend_nothing, NULL, NULL, NULL};
    struct clamh_suspension suspension = {0, 0, 0, 0};
    void *const objects[] = {&suspension};
    double means[ROUNDS]; /* in order */
    suspension_cost_ns = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        struct interval interval = {0, 0, 0, 0};
        double mean = 0;
        if (time_invocations(&function, objects, &suspension, TIMES, &interval) == DONE) mean = ((double)elapsed_ns(interval) - interval_cost_ns) / (double)TIMES;
        int at = round;
        for (; at > 0 && means[at - 1] > mean; --at) means[at] = means[at - 1];
        means[at] = mean;
    }
    return means[ROUNDS / 4] > 0 ? means[ROUNDS / 4] : 0;
}
