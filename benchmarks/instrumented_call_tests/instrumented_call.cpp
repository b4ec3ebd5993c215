// A call that counts itself, against the work in it: what does instrumentation add?

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

class Benchmarks {
    struct Method {
        std::atomic<std::int64_t> calls{0}, failures{0}, nanoseconds{0};
    };

public:
    //@@State(Scope.Benchmark)
    struct Work {
        //@@Param({"500", "4000", "16000"})
        std::int64_t tokens;
    };

    //@@State(Scope.Benchmark)
    struct Metrics {
        std::unordered_map<std::string, Method> methods;
        std::atomic<std::int64_t> total{0};

        //@@Setup
        void add() {
            methods.clear();
            for (const char *name : {"getStatus", "createFile", "listStatus", "remove"}) methods[name];
            total = 0;
        }

        //@@Check
        int counted() const { return (methods.at("getStatus").calls > 0) + (total > 0); }
    };

    // The upper bound: nothing but the work.
    //@@Benchmark(baseline = Baseline.BOUND)
    static std::int64_t delayOnly(const Work &work) {
        Blackhole::consumeCPU(work.tokens);
        return work.tokens;
    }

    // Before the change: calls, failures and time of each method.
    //@@Benchmark
    static std::int64_t callAndReturn(const Work &work, Metrics &metrics) {
        return measured(metrics, "getStatus", [&] { return delayOnly(work); });
    }

    // After it: the calls of all methods too.
    //@@Benchmark
    static std::int64_t callAndReturnCounted(const Work &work, Metrics &metrics) {
        ++metrics.total;
        return measured(metrics, "getStatus", [&] { return delayOnly(work); });
    }

private:
    template <class Callable>
    static std::int64_t measured(Metrics &metrics, const std::string &name, const Callable &callable) {
        Method &method = metrics.methods.at(name);
        const auto start = std::chrono::steady_clock::now();
        ++method.calls;
        try {
            const std::int64_t result = callable();
            method.nanoseconds += (std::chrono::steady_clock::now() - start) / std::chrono::nanoseconds(1);
            return result;
        } catch (...) {
            ++method.failures;
            throw;
        }
    }
};
