#include <vector>

namespace suite {
//@@State(Scope.Thread)
struct Input {
    //@@Param("1")
    int n;
};
//@@Benchmark
int sum(const Input &input) { return input.n; }
}
