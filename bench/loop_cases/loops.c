// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
#include "hand.h"

//@@Benchmark
void empty(void) {}

//@@Benchmark
long add_plain(const Plain *state) { return state->left + state->right; }

//@@Benchmark
double factorial_recursive(const Number *state) { return recursive(state->number); }

//@@Benchmark
double factorial_iterative(const Number *state) { return iterative(state->number); }

//@@Benchmark
void hand_empty(const Passes *hand) { by_hand_empty(hand->passes); }

//@@Benchmark
void hand_add_plain(const Passes *hand, const Plain *state) { by_hand_plain(state, hand->passes); }

//@@Benchmark
void hand_factorial_recursive(const Passes *hand, const Number *state) { by_hand_recursive(state, hand->passes); }

//@@Benchmark
void hand_factorial_iterative(const Passes *hand, const Number *state) { by_hand_iterative(state, hand->passes); }
