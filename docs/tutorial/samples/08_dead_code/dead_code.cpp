// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

#include <cmath>

//@@State(Scope.Thread)
struct Base {
    double base = 1.1;
};

//@@Benchmark
void powerNothing(const Base &) {}

//@@Benchmark
void powerLost(const Base &state) { static_cast<void>(std::sqrt(state.base) * state.base); }

//@@Benchmark
double powerReturned(const Base &state) { return std::sqrt(state.base) * state.base; }
