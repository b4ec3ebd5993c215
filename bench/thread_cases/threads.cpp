// What CLAMH measures with one thread and with two.
#include <unistd.h>

#include "work.hpp"

//@@State(Scope.Thread)
struct Late : Own {
    //@@Param({"0", "100"})
    int ms;

    //@@Setup(Level.Iteration)
    void oversleep(const ThreadParams &thread) {
        if (thread.getThreadIndex() == 1) usleep(1000 * ms);
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
