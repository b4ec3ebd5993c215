// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.

#include <stdatomic.h>

//@@State(Scope.Group)
typedef struct {
    atomic_long value;
} Counter;

//@@Benchmark
//@@Group("counter")
//@@GroupThreads(2)
long increment(Counter *counter) { return ++counter->value; }

//@@Benchmark
//@@Group("counter")
long get(Counter *counter) { return counter->value; }
