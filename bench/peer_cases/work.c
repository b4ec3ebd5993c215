// The same work in C, for the floors.
#include "../loop_cases/work.h"

//@@Benchmark
void empty(void) {}

//@@Benchmark
long add_plain(const Plain *state) { return state->left + state->right; }

//@@Benchmark
double factorial_recursive(const Number *state) { return recursive(state->number); }

//@@Benchmark
double factorial_iterative(const Number *state) { return iterative(state->number); }
