/* How the threads of a case come together for an iteration, and apart after it. */
#pragma once

#include "cell.h"

struct open_case;

struct meeting {
    struct cell waiting, round, running, arrived, stopped, failed, slowest;
    struct cell first_ns, last_ns, took_ns; /* of rounds, by the system's clock */
    struct cell outside;                    /* of all invocations, for good unless it helps */
    struct cell help_ns;                    /* when a thread may help */
    struct open_case *open;
    int64_t threads;
    int turns;
    bool crowd;
};

struct meeting *meeting_make(struct open_case *open, int threads);
void meeting_begin(struct meeting *meeting, int turns); /* before each iteration, by one thread: so many threads take turns on each CPU */

/* All wait for all, awake unless it is a crowd; RELEASED when another thread has failed. */
enum outcome meet(struct meeting *meeting);
/* As meet(), and again until all came so soon after each other that none can have been asleep: woken one after the other on one CPU two
 * threads take turns, and most of a short count is over before the second begins. A crowd meets once. */
enum outcome meet_closely(struct meeting *meeting);

static inline void meeting_run(struct meeting *meeting) { cell_add(&meeting->running, 1); }
static inline bool is_broken(const struct meeting *meeting) { return cell_get(&meeting->failed) != 0; }
static inline bool is_over(const struct meeting *meeting) { return cell_get(&meeting->stopped) != 0; }
static inline bool all_run(const struct meeting *meeting) { return cell_get(&meeting->running) >= meeting->threads || is_over(meeting); }
static inline bool all_arrived(const struct meeting *meeting) { return cell_get(&meeting->arrived) >= meeting->threads || is_broken(meeting); }
void meeting_arrive(struct meeting *meeting, int64_t slowest_ns); /* an invocation of this thread took so long */
void meeting_stop(struct meeting *meeting);                       /* the measurement is over for all: Control says so */
void meeting_fail(struct meeting *meeting);                       /* as meeting_stop(), and no thread waits any more */
void make_way(const struct meeting *meeting);                     /* in a crowd, to those who are behind */

int64_t meeting_patience_ns(const struct meeting *meeting); /* how long it is no wonder that an invocation lasts */
/* The same where each has a number of calls to make: a slower partner's must not be cut short, nor one's that waits for a CPU. */
int64_t shot_patience_ns(const struct meeting *meeting);
/* Waits asleep until no thread is within an invocation. One of them may wait for a partner that has arrived here: when it does not come back
 * in `patience_ns`, those who are here help by one more call each, and at last Control is told to stop. */
enum outcome meeting_leave(struct meeting *meeting, int64_t patience_ns, enum outcome (*help)(void *with), void *with);
