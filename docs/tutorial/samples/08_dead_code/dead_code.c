// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

#include <math.h>

//@@State(Scope.Thread)
typedef struct {
    double base;
} Base;

//@@Setup
void set(Base *state) { state->base = 1.1; }

//@@Benchmark
void power_nothing(const Base *state) { (void)state; }

//@@Benchmark
void power_lost(const Base *state) { (void)(sqrt(state->base) * state->base); }

//@@Benchmark
double power_returned(const Base *state) { return sqrt(state->base) * state->base; }
