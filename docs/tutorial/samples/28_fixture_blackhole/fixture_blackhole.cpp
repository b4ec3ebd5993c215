// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

#include <vector>

//@@State(Scope.Thread)
struct Table {
    std::vector<int> table = std::vector<int>(4096, 1);

    //@@Setup(Level.Iteration)
    void touch(Blackhole &blackhole) {
        int sum = 0;
        for (const int one : table) sum += one;
        blackhole.consume(sum);
    }
};

//@@Benchmark
int readTable(const Table &state) { return state.table[2048]; }
