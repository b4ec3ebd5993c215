// A group whose calls have a fixture around them (test_threads.py).
#include <time.h>

//@@State(Scope.Thread)
struct Nap {
    long naps;
};

//@@Setup(Level.Invocation)
static void take_nap(struct Nap *nap) {
    ++nap->naps;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

//@@Benchmark
//@@Group("paced")
static void early(struct Nap *nap) { (void)nap; }

//@@Benchmark
//@@Group("paced")
static void late(struct Nap *nap) { (void)nap; }
