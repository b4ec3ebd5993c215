// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.

#include <cstddef>
#include <cstring>
#include <vector>

//@@State(Scope.Thread)
//@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
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
