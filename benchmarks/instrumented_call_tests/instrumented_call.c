// A call that counts itself, against the work in it: what does instrumentation add?

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"500", "4000", "16000"})
    int64_t tokens;
} Work;

typedef struct {
    const char *name;
    _Atomic int64_t calls, failures, nanoseconds;
} Method;

enum { METHODS = 4 };

//@@State(Scope.Benchmark)
typedef struct {
    Method methods[METHODS];  // sorted by name
    _Atomic int64_t total;
} Metrics;

//@@Setup
void add(Metrics *metrics) {
    static const char *const names[METHODS] = {"createFile", "getStatus", "listStatus", "remove"};
    for (int at = 0; at < METHODS; ++at) {
        Method *const method = &metrics->methods[at];
        method->name = names[at];
        method->calls = method->failures = method->nanoseconds = 0;
    }
    metrics->total = 0;
}

static int compare_names(const void *name, const void *method) { return strcmp(name, ((const Method *)method)->name); }

static Method *find(Metrics *metrics, const char *name) { return bsearch(name, metrics->methods, METHODS, sizeof(Method), compare_names); }

//@@Check
int counted(Metrics *metrics) { return (find(metrics, "getStatus")->calls > 0) + (metrics->total > 0); }

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// The work; a negative result would be a failure.
static inline int64_t work_through(const Work *work) {
    clamh_consume_cpu(work->tokens);
    return work->tokens;
}

static inline int64_t measured(Metrics *metrics, const char *name, int64_t (*function)(const Work *), const Work *work) {
    Method *const method = find(metrics, name);
    const int64_t start = now_ns();
    ++method->calls;
    const int64_t result = function(work);
    if (result < 0) {
        ++method->failures;
        return result;
    }
    method->nanoseconds += now_ns() - start;
    return result;
}

// The upper bound: nothing but the work.
//@@Benchmark(baseline = Baseline.BOUND)
int64_t delay_only(const Work *work) { return work_through(work); }

// Before the change: calls, failures and time of each method.
//@@Benchmark
int64_t call_and_return(const Work *work, Metrics *metrics) { return measured(metrics, "getStatus", work_through, work); }

// After it: the calls of all methods too.
//@@Benchmark
int64_t call_and_return_counted(const Work *work, Metrics *metrics) {
    ++metrics->total;
    return measured(metrics, "getStatus", work_through, work);
}
