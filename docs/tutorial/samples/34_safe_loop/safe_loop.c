// When the loop belongs to the work, each round's result must be used: last_only computes every root but one for nothing, and a compiler may
// leave those out; each_consumed cannot.

#include <math.h>

//@@State(Scope.Thread)
typedef struct {
    double squares[100];
} Squares;

//@@Setup
void fill(Squares *state) {
    for (int at = 0; at < 100; ++at) state->squares[at] = 9.0;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
double last_only(const Squares *state) {
    double root = 0;
    for (int at = 0; at < 100; ++at) root = sqrt(state->squares[at]);
    return root;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
void each_consumed(const Squares *state, Blackhole *blackhole) {
    for (int at = 0; at < 100; ++at) clamh_consume(blackhole, sqrt(state->squares[at]));
}
