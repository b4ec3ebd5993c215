// Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?
#include <string.h>

#include "clamh.hpp"
#include "transcript.hpp"

class BenchmarkParameters {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Param("3")
        int seats;

        //@@Param("a b/ü*~")
        const char *label;

        //@@Setup
        void open(harness_utils::BenchmarkParams &params) { 
            report("setup", params, params.getParam("seats"));
            transcript::line("id %s", strstr(params.id(), "sell"));
        }
    };

    //@@Benchmark
    static void sell(Shop &, harness_utils::BenchmarkParams &params) { report("call", params, nullptr); }

private:
    static void report(const char *what, harness_utils::BenchmarkParams &params, const char *seats) {
        transcript::line("%s %s %s threads=%d forks=%d+%d opi=%d warmup=%dx%d measurement=%dx%d%s%s", what,
                         strrchr(params.getBenchmark(), ':') + 1, params.getMode(), params.getThreads(),
                         params.getForks(), params.getWarmupForks(), static_cast<int>(params.getOpsPerInvocation()),
                         params.getWarmup().getCount(), params.getWarmup().getBatchSize(),
                         params.getMeasurement().getCount(), params.getMeasurement().getBatchSize(),
                         seats ? " seats=" : "", seats ? seats : "");
    }
};
