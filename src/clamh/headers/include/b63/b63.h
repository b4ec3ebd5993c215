/* Benchmarks in C and C++ with B63's macros. Header only: nothing to generate, no library to link.
 *
 *     #include "b63.h"
 *     B63_BASELINE(plus, n) { int sum = 0; for (uint64_t i = 0; i < n; i++) { sum += (int)i; B63_KEEP(sum); } }
 *     B63_BENCHMARK(twice, n) { ... }
 *     int main(int argc, char **argv) { B63_RUN(argc, argv); }
 *
 * docs/how-to/b63.md of CLAMH explains each macro, the flags and the output. A program that CLAMH starts answers its worker protocol.
 * Every global name begins with b63_ or B63_, and is static or weak, so that several translation units of C and C++ form one program. */
#ifndef B63_H
#define B63_H

#include "run.h"
#include "worker.h"

/* A benchmark: `B63_BENCHMARK(name, n) { ... }` does its work n times. `b63_seed` (int64_t) is in scope. */
#define B63_BENCHMARK(name, n) B63_BEGIN_COUNTER B63_REGISTER_BENCHMARK(name, n, 0, __COUNTER__)

/* A benchmark with which all others are compared. */
#define B63_BASELINE(name, n) B63_BEGIN_COUNTER B63_REGISTER_BENCHMARK(name, n, 1, __COUNTER__)

/* `B63_SUSPEND { ... }`: what happens in the block is not counted. `break` and `continue` leave the block. */
#define B63_SUSPEND B63_SUSPEND_AS(B63_JOIN(b63_suspension_, __LINE__))

/* The value is computed, although nothing uses it. */
#define B63_KEEP(value) B63_KEEP_VALUE(value)

/* A false condition marks the benchmark as failed; the others still run. */
#define B63_ASSERT(condition) ((condition) ? (void)0 : b63_fail(__FILE__, __LINE__, "B63_ASSERT(" #condition ") is false"))

/* A counter: `B63_COUNTER(name[, factory[, cleanup[, activate]]]) { return value; }`. It only grows. `impl` is what the factory returned. */
#define B63_COUNTER(...) \
    B63_FIFTH(__VA_ARGS__, B63_COUNTER_OF_4, B63_COUNTER_OF_3, B63_COUNTER_OF_2, B63_COUNTER_OF_1, 0)(__VA_ARGS__)

/* Runs all benchmarks with these counters; -c overrides them. Ends the program with status 1 if a benchmark failed. */
#define B63_RUN_WITH(counters, argc, argv) b63_run(counters, argc, argv)
#define B63_RUN(argc, argv) b63_run("time", argc, argv)

/* Ends the program with what b63_explain() was given about this benchmark or counter. */
B63_FUNCTION void b63_refuse_program(const char *program, const char *name) {
    fprintf(stderr, "%s: %s\n", program, b63_program.problem);
    if (getenv("CLAMH_IN") != NULL) b63_refuse("benchmark", name, b63_program.problem);
    exit(1);
}

/* Benchmarks or counters of one name would share a row. Returns the number of benchmarks, or exits. */
B63_FUNCTION int b63_check_program(const char *program, const struct b63_benchmark **baseline) {
    int count = 0;
    for (const struct b63_counter_type *type = b63_program.types, *later; type != NULL; type = later) {
        later = type->next;
        const int is_time = strcmp(type->name, "time") == 0;
        if (is_time) b63_explain("a counter is called 'time' (%s:%d), as the clock is; rename it", type->file, type->line);
        if (!is_time && (later == NULL || strcmp(type->name, later->name) != 0)) continue;
        if (!is_time) {
            b63_explain("two counters have one name: '%s' (%s:%d) and '%s' (%s:%d); rename one of them", type->name, type->file, type->line,
                        later->name, later->file, later->line);
        }
        b63_refuse_program(program, type->name);
    }
    for (const struct b63_benchmark *benchmark = b63_program.benchmarks; benchmark != NULL; benchmark = benchmark->next, ++count) {
        for (const struct b63_benchmark *later = benchmark->next; later != NULL; later = later->next) {
            const int same_name = strcmp(benchmark->name, later->name) == 0;
            if (!same_name && !(benchmark->baseline && later->baseline)) continue;
            b63_explain("two %s: '%s' (%s:%d) and '%s' (%s:%d); %s", same_name ? "benchmarks have one name" : "baselines", benchmark->name,
                        benchmark->file, benchmark->line, later->name, later->file, later->line,
                        same_name ? "rename one of them" : "make one of them a B63_BENCHMARK");
            b63_refuse_program(program, later->name);
        }
        if (benchmark->baseline) *baseline = benchmark;
    }
    return count;
}

B63_FUNCTION int b63_run(const char *counters, int argc, char **argv) {
    const char *const program = argc > 0 ? argv[0] : "program";
    const struct b63_benchmark *baseline = NULL;
    b63_program.reached = 1;
    b63_program.process = getpid();
    const int count = b63_check_program(program, &baseline);
    if (getenv("CLAMH_IN") != NULL) b63_serve(counters);
    struct b63_options options = b63_read_options(counters, argc, argv);
    if (!b63_choose_clock()) {
        fprintf(stderr, "%s: CLAMH_CLOCK takes counted:NS\n", program);
        exit(2);
    }
    if (count == 0) fprintf(stderr, "%s: this program has no benchmarks: write B63_BENCHMARK(name, n) { ... }\n", program);
    struct b63_benchmark **const benchmarks = (struct b63_benchmark **)malloc(((size_t)count + 1) * sizeof *benchmarks);
    if (benchmarks == NULL) {
        fprintf(stderr, "%s: out of memory\n", program);
        exit(1);
    }
    int at = 0;
    for (struct b63_benchmark *benchmark = b63_program.benchmarks; benchmark != NULL; benchmark = benchmark->next) benchmarks[at++] = benchmark;
    b63_run_by_hand(program, &options, benchmarks, count, baseline);
    free(benchmarks);
    if (ferror(stdout)) {
        fprintf(stderr, "%s: results are missing: standard output cannot be written, as on a full disk\n", program);
        exit(2);
    }
    if (b63_program.failed || count == 0) exit(1);
    return 0;
}

#endif
