// What the tests of several threads talk to; built with the ThreadSanitizer, so that nothing here may race by itself.
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// Of the core, which this program moves.
extern struct clock_source {
    const char *name;
    int64_t (*now)(void);
    int64_t step_ns, cost_ns;
} clamh_core_the_clock;

// A clock of which a test knows everything: each thread counts its own readings, a millisecond each, and a setup may move all.
static _Atomic long long moved;
static int64_t known_clock(void) {
    static _Thread_local long long readings;
    return ++readings * 1000000 + moved;
}

static void rest(long milliseconds) { nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL); }

//@@State(Scope.Benchmark)
struct Hall {
    atomic_int setups, users;
};
//@@Setup
static void hall_open(struct Hall *hall) {
    (void)hall;
    clamh_core_the_clock.now = &known_clock;
}
//@@Setup(Level.Iteration)
static void once(struct Hall *hall) { ++hall->setups; }
//@@Setup(Level.Invocation)
static void again(struct Hall *hall) { (void)hall; }

//@@State(Scope.Benchmark)
struct Wall {
    atomic_long count;
};
//@@Setup
static void wall_open(struct Wall *wall) {
    (void)wall;
    clamh_core_the_clock.now = &known_clock;
}

//@@State(Scope.Thread)
struct Guest {
    //@@Param("false")
    bool late;
    long calls;
    char wide[200];
};
// 100 ms by that clock, and long enough by the system's for others to run ahead.
//@@Setup(Level.Iteration)
static void come(struct Guest *guest, struct Wall *wall, ThreadParams *params) {
    (void)wall;
    if (!guest->late || params->thread != 1) return;
    rest(20);
    moved += 100000000;
}

//@@State(Scope.Group)
struct Table {
    atomic_int turn;
};

//@@State(Scope.Thread)
//@@AuxCounters
struct Counted {
    long calls;
};

//@@Benchmark
static long meets(struct Wall *wall, struct Guest *guest, struct Counted *counted) { return ++wall->count + ++guest->calls + ++counted->calls; }

//@@Benchmark
static void around(struct Hall *hall, struct Guest *guest) { hall->users += guest->late; }

static bool take_turn(struct Table *table, int from, int to) {
    return atomic_compare_exchange_weak(&table->turn, &from, to);
}

//@@Benchmark
//@@Group("pair")
static void serve(struct Table *table, struct Guest *guest, struct Counted *counted, Control *control) {
    (void)guest;
    ++counted->calls;
    while (!clamh_control_stop_measurement(control) && !take_turn(table, 0, 1)) sched_yield();
}

//@@Benchmark
//@@Group("pair")
static void back(struct Table *table, struct Guest *guest, Control *control) {
    (void)guest;
    while (!clamh_control_stop_measurement(control) && !take_turn(table, 1, 0)) sched_yield();
}

// The same by people who do not look at Control.
//@@Benchmark
//@@Group("deaf")
//@@GroupThreads(2)
static void give(struct Table *table, struct Wall *wall) {
    (void)wall;
    while (!take_turn(table, 0, 1)) sched_yield();
}

//@@Benchmark
//@@Group("deaf")
static int take(struct Table *table, struct Wall *wall, Blackhole *hole) {
    (void)wall;
    while (!take_turn(table, 1, 0)) sched_yield();
    clamh_consume(hole, (char)'t');
    return 7;
}

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//@@Benchmark
//@@Group("watch")
static void guard(Control *control, struct Counted *counted) {
    ++counted->calls;
    while (!clamh_control_stop_measurement(control)) sched_yield();
}

//@@Benchmark
//@@Group("watch")
static void slow(struct Table *table, Control *control) {
    (void)table;
    for (int nap = 0; nap < 5 && !clamh_control_stop_measurement(control); ++nap) rest(2);
}

//@@Benchmark
//@@Group("watch")
static void work(struct Wall *wall) { (void)wall; }

static atomic_bool waiting;  // one that was released before its first call would come back

//@@Benchmark
//@@Group("stuck")
static void breaks(void) {
    while (!waiting) sched_yield();
    clamh_fail("out of paper");
}

//@@Benchmark
//@@Group("stuck")
static void waits(struct Table *table) {
    waiting = true;
    while (table->turn == 0) sched_yield();
}
