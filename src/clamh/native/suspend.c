/* A clock that stands still within an invocation. */
#include "clock.h"

double suspension_cost_ns;

/* Calls of clamh_suspend() by threads that time nothing, and their number when this thread's interval began, -1 before the first. */
static int64_t outside_calls;
static __thread int64_t outside_calls_before = -1;

void begin_suspensions(struct clamh_suspension *suspension) {
    *suspension = (struct clamh_suspension){0, 0, 0, 0};
    outside_calls_before = __atomic_load_n(&outside_calls, __ATOMIC_RELAXED);
}

void clamh_suspend(struct clamh_suspension *suspension) {
    if (outside_calls_before < 0) __atomic_fetch_add(&outside_calls, 1, __ATOMIC_RELAXED);
    else if (suspension->depth++ == 0) suspension->since_ns = the_clock.now();
}

void clamh_resume(struct clamh_suspension *suspension) {
    if (outside_calls_before < 0 || --suspension->depth != 0) return;
    suspension->total_ns += the_clock.now() - suspension->since_ns;
    ++suspension->count;
}

enum outcome subtract_suspended(struct interval *interval, const struct clamh_suspension *suspension, const char *name) {
    if (suspension->depth != 0) return fail("benchmark", name, "it must end each suspension of its clock exactly once, before it returns");
    if (outside_calls_before != __atomic_load_n(&outside_calls, __ATOMIC_RELAXED)) {
        return fail("benchmark", name, "another thread used Suspend, but the clock of the benchmark's own thread went on: suspend in that thread");
    }
    interval->suspensions = suspension->count;
    const int64_t suspended_ns = suspension->total_ns + (int64_t)((double)suspension->count * suspension_cost_ns + 0.5);
    interval->suspended_ns = suspended_ns < whole_ns(*interval) ? suspended_ns : whole_ns(*interval);
    return DONE;
}

static int suspend_nothing(void *const *objects, uint64_t times) {
    struct clamh_suspension *const suspension = (struct clamh_suspension *)objects[0];
    for (; times > 0; --times) clamh_suspend(suspension), clamh_resume(suspension);
    return 0;
}

double measure_suspension(void) {
    enum { TIMES = 50 };
    static const struct clamh_function function = {0, 0, "suspend", NULL, NULL, 0, suspend_nothing, NULL, NULL, NULL};
    struct clamh_suspension suspension = {0, 0, 0, 0};
    void *const objects[] = {&suspension};
    suspension_cost_ns = 0;
    return fmax(0, (measure_intervals(&function, objects, &suspension, 1, TIMES) - interval_cost_ns) / (double)TIMES);
}
