// Work of a length that it measures itself, see bench/truth.py.
#define _POSIX_C_SOURCE 200809L
#include <time.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long busy(long long ns) {
    const long long start = now();
    long long stop;
    do {
        stop = now();
    } while (stop - start < ns);
    return stop - start;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
typedef struct {
    long long calls, busyNs, done;
} Own;

static void count(Own *own, int operations, long long took) {
    ++own->calls;
    own->busyNs += took;
    own->done += operations;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
typedef struct {
    long long items;
} Items;

double doubled(const Items *items) { return 2.0 * (double)items->items; }

//@@State(Scope.Thread)
typedef struct {
    char unused;
} Around;

//@@Setup(Level.Invocation)
void before(Around *around) {
    (void)around;
    busy(100000);
}

//@@Teardown(Level.Invocation)
void after(Around *around) {
    (void)around;
    busy(200000);
}

//@@State(Scope.Thread)
typedef struct {
    int at;
} Turn;

//@@Benchmark
void fixed(Own *own, Items *items) {
    count(own, 1, busy(1000000));
    items->items += 2;
}

//@@Benchmark
void around(Own *own, Items *items, Around *around) {
    (void)around;
    count(own, 1, busy(1000000));
    items->items += 2;
}

//@@Benchmark
void varying(Own *own, Items *items, Operations *operations, Turn *turn) {
    const int n = 1 + turn->at++ % 3;
    count(own, n, busy(n * 400000LL));
    items->items += 2 * n;
    clamh_operations_add(operations, n);
}
