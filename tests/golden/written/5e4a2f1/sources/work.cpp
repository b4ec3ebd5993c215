// Small benchmarks whose results files stand for what CLAMH wrote at one commit: params, counters, a group, a failure.
#include <atomic>
#include <stdexcept>
#include <vector>

//@@State(Scope.Benchmark)
struct Table {
    //@@Param({"8", "64"})
    int size = 0;

    std::vector<long> values;

    //@@Setup
    void fill() { values.assign(size, 1); }
};

//@@State(Scope.Thread)
//@@AuxCounters(Type.OPERATIONS, unit = "B", scale = 1024)
struct Bytes {
    long read = 0;
};

//@@State(Scope.Group)
struct Counter {
    std::atomic<long> value{0};
};

//@@Benchmark
long sum(const Table &table) {
    long total = 0;
    for (long value : table.values) total += value;
    return total;
}

//@@Benchmark
long count_bytes(Bytes &bytes) { return bytes.read += 8; }

//@@Benchmark
//@@Group("counter")
//@@GroupThreads(1)
long increment(Counter &counter) { return ++counter.value; }

//@@Benchmark
//@@Group("counter")
long get(Counter &counter) { return counter.value; }

//@@Benchmark
long fail() { throw std::runtime_error("no such table"); }
