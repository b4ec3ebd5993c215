// What the harness hands over besides states, and how often it runs what: test_injected.py talks to this.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "random_values.hpp"

#ifndef CLAMH
#error "only for CLAMH"
#endif

namespace n {

void say(const char *what) { std::printf("%s\n", what); }

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
struct Counts {
    long hits = 0;
    double halves = 0;
    int doubled() const { return static_cast<int>(hits) * 2; }
};

//@@State(Scope.Benchmark)
struct Base {
    //@@Param({"1", "2"})
    int number = 0;
    std::vector<int *> arrays;
    std::string told;

    //@@Setup(Level.Trial, benchmarks = "arrays")
    void place(Memory &memory) {
        say("place");
        for (int at = 0; at < 8; ++at) arrays.push_back(memory.array<int>(1000));
    }
    //@@Setup(Level.Iteration)
    void begin(const IterationParams &params, const Control &control) {
        told = params.getType();
        told += " " + std::to_string(params.getCount()) + " " + std::to_string(params.getTime()) + " " +
                std::to_string(params.getBatchSize()) + (control.startMeasurement ? " started" : "");
    }
};

//@@State(Scope.Benchmark)
struct Around {
    //@@Setup(Level.Invocation)
    void before() { say("before"); }
    //@@Teardown(Level.Invocation)
    void after() { say("after"); }
    //@@Teardown(Level.Iteration)
    void iterated() { say("iterated"); }
};

//@@Benchmark
void around(Around &) { say("call"); }

//@@Benchmark
void fails_inside(Around &) { throw "inside"; }

//@@Benchmark
long counts(Counts &counts) {
    counts.halves += 0.5;
    return ++counts.hits;
}

// Interrupted once, 30 µs after its first invocation: while the worker finds out how long an invocation takes.
//@@Benchmark
void interrupted() {
    using namespace std::chrono;
    static const auto begun = steady_clock::now();
    static bool done = false;
    if (done || steady_clock::now() - begun < microseconds(30)) return;
    done = true;
    std::this_thread::sleep_for(milliseconds(50));
}

//@@Benchmark
std::string arrays(Base &base) {
    std::string all;
    for (const int *one : base.arrays) {
        const auto address = reinterpret_cast<std::uintptr_t>(one);
        all += std::to_string(address % 4096 / 64) + (address % 64 == 0 && one[0] == 0 && one[999] == 0 ? " " : "! ");
    }
    return all;
}

//@@State(Scope.Benchmark)
struct Another {
    //@@Param({"x"})
    std::string zone;
};

//@@Benchmark
std::string what_runs(const Base &base, const Another &, BenchmarkParams &params, ThreadParams &threads) {
    std::string all = params.getBenchmark();
    for (const char *key : params.getParamsKeys()) all += std::string(" ") + key + "=" + params.getParam(key);
    all += std::string(" ") + params.getMode() + " " + params.getTimeUnit() + " " + params.getParam("number");
    for (const long long one : {static_cast<long long>(params.getThreads()), static_cast<long long>(params.getForks()),
                                static_cast<long long>(params.getWarmupForks()), static_cast<long long>(params.getWarmup().getCount()),
                                params.getMeasurement().getTime(), params.getOpsPerInvocation(), params.getTimeout(),
                                static_cast<long long>(params.getSeed()), static_cast<long long>(threads.getThreadCount())}) {
        all += " " + std::to_string(one);
    }
    all += std::string(" ") + params.id();
    return all + (params.getParam("none") == nullptr ? "" : "!") + " " + base.told;
}

//@@Benchmark
std::string flags(const Control &control) {
    return std::string(control.startMeasurement ? "started" : "waits") + (control.stopMeasurement ? " stopped" : " goes on");
}

//@@Benchmark
void watches(Control &control) { say(control.startMeasurement && !control.stopMeasurement ? "measured" : "not measured"); }

//@@Benchmark
void varies(Operations &operations) {
    static int calls = 0;
    operations.add(++calls);
}

//@@Benchmark
void says_nothing(Operations &) {}

//@@State(Scope.Benchmark)
struct Draws {
    //@@Param({"nextLong()"})
    std::string call;
};

//@@Benchmark
std::string draws(const Draws &draws, Random &random) { return thousand(draws.call, random); }

//@@Benchmark
long beyond(Random &random) { return random.nextInt(0); }

}  // namespace n
