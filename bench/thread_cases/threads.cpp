// What CLAMH measures with one thread and with two.
#include <unistd.h>

#include "work.hpp"

//@@State(Scope.Thread)
struct Late : Own {
    //@@Param({"0", "1"})
    int from;

    //@@Setup(Level.Iteration)
    void oversleep(const ThreadParams &thread) {
        if (thread.getThreadIndex() >= from) usleep(100000);
    }
};

//@@Benchmark
void empty() {}

//@@Benchmark
long own(Own &state) { return add(state); }

//@@Benchmark
long shared(Shared &state) { return add(state); }

//@@Benchmark
long late(Late &state) { return add(state); }
