// Work of a length that it measures itself, see bench/truth.py.
#include <time.h>

static long long now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
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
struct Own {
    long long calls, busyNs, done;
};
static void count(Own &own, int operations, long long took) {
    ++own.calls;
    own.busyNs += took;
    own.done += operations;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
struct Items {
    long long items;
    double doubled() { return 2.0 * static_cast<double>(items); }
};

//@@State(Scope.Thread)
struct Around {
    //@@Setup(Level.Invocation)
    void before() { busy(100'000); }
    //@@Teardown(Level.Invocation)
    void after() { busy(200'000); }
};

//@@State(Scope.Thread)
struct Turn {
    int at;
};

//@@Benchmark
void fixed(Own &own, Items &items) {
    count(own, 1, busy(1'000'000));
    items.items += 2;
}

//@@Benchmark
void around(Own &own, Items &items, Around &) {
    count(own, 1, busy(1'000'000));
    items.items += 2;
}

//@@Benchmark
void varying(Own &own, Items &items, Operations &operations, Turn &turn) {
    const int n = 1 + turn.at++ % 3;
    count(own, n, busy(n * 400'000LL));
    items.items += 2 * n;
    operations.add(n);
}
