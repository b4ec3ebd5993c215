// What CLAMH and Google Benchmark both measure; its own translation unit includes the same work.hpp.
#include <string>

#include "../loop_cases/work.hpp"

//@@Benchmark
void empty() {}

//@@Benchmark
long addPlain(const Plain &state) { return state.left + state.right; }

//@@Benchmark
double factorialRecursive(const Number &) { return recursive(Number::number); }

//@@Benchmark
double factorialIterative(const Number &) { return iterative(Number::number); }

// 25 to 26 characters: longer than what a string holds without allocating.
//@@Benchmark
std::string text(const Plain &state) { return std::string(static_cast<size_t>(22 + state.left), 'x'); }
