// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
#include "hand.hpp"

//@@Benchmark
void empty() {}

//@@Benchmark
long addPlain(const Plain &state) { return state.left + state.right; }

//@@Benchmark
long addStatic(const Static &) { return Static::left + Static::right; }

//@@Benchmark
double factorialRecursive(const Number &) { return recursive(Number::number); }

//@@Benchmark
double factorialIterative(const Number &) { return iterative(Number::number); }

//@@Benchmark
void handEmpty(const Passes &hand) { hand_empty(hand.passes); }

//@@Benchmark
void handAddPlain(const Passes &hand, const Plain &state) { hand_plain(state, hand.passes); }

//@@Benchmark
void handAddStatic(const Passes &hand, const Static &) { hand_static(hand.passes); }

//@@Benchmark
void handFactorialRecursive(const Passes &hand, const Number &) { hand_recursive(hand.passes); }

//@@Benchmark
void handFactorialIterative(const Passes &hand, const Number &) { hand_iterative(hand.passes); }
