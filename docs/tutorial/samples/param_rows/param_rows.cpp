// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination. `units` prints 65536 as 64k.

#include <cstddef>
#include <cstring>
#include <vector>

//@@State(Scope.Thread)
//@@ParamRows({"bytes, step", "1024, 1", "65536, 64", "1048576, 4096"})
struct Walk {
    //@@Param(units = 1024)
    long bytes = 0;

    //@@Param
    long step = 1;

    std::vector<char> memory;

    //@@Setup
    void make() { memory.assign(static_cast<std::size_t>(bytes), 1); }
};

//@@Benchmark
int walk(const Walk &state) {
    int sum = 0;
    for (long at = 0; at < state.bytes; at += state.step) sum += state.memory[static_cast<std::size_t>(at)];
    return sum;
}
