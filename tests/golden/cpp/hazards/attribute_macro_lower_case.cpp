#define always_inline_ __attribute__((always_inline)) inline
#include <vector>

//@@Benchmark
always_inline_ int uses() { return 1; }
//@@State(Scope.Thread)
struct Data {
    std::vector<int> values;
};
//@@Setup
always_inline_ void fill(Data &data) { data.values.push_back(1); }
