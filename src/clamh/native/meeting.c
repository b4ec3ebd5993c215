#include "case.h"
#include "meeting.h"

#include <sched.h>

static const int64_t close_ns = 50000;                    /* no thread that was asleep comes as soon */
static const int64_t bounded_ns = 5000000;                /* for coming that close */
static const int64_t last_resort_ns = INT64_C(2000000000); /* an invocation does not look at Control, and calls did not help */

static void pause_cpu(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

struct meeting *meeting_make(struct open_case *open, int threads) {
    struct meeting *const meeting = ALLOCATE_ALIGNED(struct meeting, 1);
    meeting->open = open, meeting->threads = threads, meeting->turns = 1;
    return meeting;
}

void meeting_begin(struct meeting *meeting, int turns) {
    struct cell *const cells[] = {&meeting->waiting, &meeting->running, &meeting->arrived, &meeting->stopped, &meeting->failed, &meeting->slowest,
                                  &meeting->first_ns, &meeting->last_ns, &meeting->took_ns, &meeting->outside, &meeting->help_ns};
    for (size_t at = 0; at < sizeof cells / sizeof *cells; ++at) cell_set(cells[at], 0);
    meeting->turns = turns, meeting->crowd = turns > 1;
}

void make_way(const struct meeting *meeting) {
    if (meeting->crowd) sched_yield();
}

enum outcome meet(struct meeting *meeting) {
    const int64_t before = cell_get(&meeting->round);
    if (cell_add(&meeting->waiting, 1) == meeting->threads) {
        const int64_t now = system_ns();
        cell_set(&meeting->took_ns, now - cell_get(&meeting->last_ns));
        if (cell_get(&meeting->first_ns) == 0) cell_set(&meeting->first_ns, now);
        cell_set(&meeting->last_ns, now);
        cell_set(&meeting->waiting, 0);
        cell_set(&meeting->round, before + 1);
        if (meeting->crowd) cell_wake(&meeting->round);
        return DONE;
    }
    for (uint64_t tries = 1; cell_get(&meeting->round) == before; ++tries) {
        if (is_broken(meeting)) return RELEASED;
        if (meeting->crowd) cell_sleep(&meeting->round, before, 1000000000);
        else if (tries % 4096 == 0) sched_yield(); /* fewer CPUs than the system says: a quota, a neighbour */
        else pause_cpu();
    }
    return DONE;
}

enum outcome meet_closely(struct meeting *meeting) {
    do TRY(meet(meeting));
    while (!meeting->crowd && cell_get(&meeting->took_ns) > close_ns && cell_get(&meeting->last_ns) - cell_get(&meeting->first_ns) < bounded_ns);
    return DONE;
}

void meeting_arrive(struct meeting *meeting, int64_t slowest_ns) {
    for (int64_t known = cell_get(&meeting->slowest); slowest_ns > known; known = cell_get(&meeting->slowest)) {
        if (cell_swap(&meeting->slowest, known, slowest_ns)) break;
    }
    cell_add(&meeting->arrived, 1);
}

int64_t meeting_patience_ns(const struct meeting *meeting) {
    const int64_t slowest = cell_get(&meeting->slowest);
    return slowest > 250000 ? 4 * slowest : 1000000;
}

int64_t shot_patience_ns(const struct meeting *meeting) {
    return larger(meeting_patience_ns(meeting), meeting->turns < 10 ? meeting->turns * INT64_C(100000000) : 1000000000);
}

void meeting_stop(struct meeting *meeting) {
    if (is_over(meeting)) return;
    cell_set(&meeting->stopped, 1);
    for (int at = 0; at < meeting->open->opening.threads; ++at) {
        struct clamh_control *const control = (struct clamh_control *)injected_object(meeting->open->threads[at], CLAMH_CONTROL);
        if (control != NULL) __atomic_store_n(&control->stop_measurement, 1, __ATOMIC_RELEASE);
    }
}

void meeting_fail(struct meeting *meeting) {
    cell_set(&meeting->failed, 1);
    meeting_stop(meeting);
    cell_wake(&meeting->round);
    cell_wake(&meeting->outside);
}

static void come_out(struct meeting *meeting) {
    if (cell_add(&meeting->outside, 1) == meeting->threads) cell_wake(&meeting->outside);
}

/* One thread helps at a time. A thread that had to wait while it helped helps again only as the last: otherwise as many would go in as come out. */
enum outcome meeting_leave(struct meeting *meeting, int64_t patience_ns, enum outcome (*help)(void *with), void *with) {
    const int64_t here = system_ns();
    bool waited = false;
    come_out(meeting);
    cell_swap(&meeting->help_ns, 0, here + patience_ns);
    for (;;) {
        int64_t out = cell_get(&meeting->outside);
        if (out >= meeting->threads || is_broken(meeting)) return DONE;
        const int64_t now = system_ns(), allowed = cell_get(&meeting->help_ns), due = allowed + (waited ? 8 * patience_ns : 0);
        if (now < due) {
            cell_sleep(&meeting->outside, out, due - now);
            continue;
        }
        if (!cell_swap(&meeting->help_ns, allowed, now + patience_ns)) continue;
        if (now - here > last_resort_ns) meeting_stop(meeting);
        while (out < meeting->threads && !cell_swap(&meeting->outside, out, out - 1)) out = cell_get(&meeting->outside);
        if (out >= meeting->threads) return DONE; /* no thread goes in again */
        TRY(help(with));
        waited = system_ns() - now > patience_ns;
        come_out(meeting);
    }
}
