#include "state.hpp"

//@@Benchmark
int one(lib::Data &data) { return data.n; }
