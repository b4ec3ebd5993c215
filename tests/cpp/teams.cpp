// What test_protocol.py asks several threads.
#include <stdexcept>

//@@State(Scope.Thread)
struct Own { long calls = 0; };

//@@State(Scope.Group)
struct Shelf { long height = 0; };

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
long take_one(Own &own, Shelf &, Random &random) {
    own.calls++;
    return random.nextLong();
}

//@@Benchmark
//@@Group("shelf")
long give(Shelf &, Random &random, Control &control) { return control.stopMeasurement ? 0 : random.nextLong(); }

//@@Benchmark
long count(Own &own) { return ++own.calls; }

//@@Benchmark
void fails(ThreadParams &params) {
    if (params.getThreadIndex() == 1) throw std::runtime_error("the second of us");
}
