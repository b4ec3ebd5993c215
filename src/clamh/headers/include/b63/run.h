/* A run that was started by hand: per counter, all benchmarks in rounds of epochs, so that a benchmark and its baseline interleave. */
#ifndef B63_RUN_H
#define B63_RUN_H

#include "counters.h"
#include "epochs.h"
#include "output.h"

/* An epoch that lasts longer than so many time limits, and longer than a second, never ends: a busy machine may keep the CPU from it for long. */
enum { B63_PATIENCE = 100 };

/* The beginning of the message about a benchmark that ends the program, and the rest of that message at its deadline. */
static char b63_failed_text[B63_TEXT_BYTES] B63_UNUSED, b63_deadline_text[B63_TEXT_BYTES] B63_UNUSED;
static pid_t b63_unfinished B63_UNUSED; /* the process that measures; 0 before and after */

/* The benchmarks that are measured together, whose rates -i prints after their last round. */
static struct {
    struct b63_benchmark *const *benchmarks;
    int count; /* 0 if there is nothing to print */
    const struct b63_benchmark *baseline;
    const char *counter;
} b63_unprinted B63_UNUSED;

/* Says why the program ends, and prints what -i has measured so far. Returns the exit status.
 * The body may hold the locks of stdio and malloc, so neither is used. snprintf is formally not allowed in a handler, but here it
 * neither locks nor allocates, and the process ends. */
B63_FUNCTION int b63_end_early(const char *reason) {
    char text[2 * B63_TEXT_BYTES];
    snprintf(text, sizeof text, "%s%s", b63_failed_text, reason);
    int status = write(STDERR_FILENO, text, strlen(text)) < 0 ? 2 : 1;
    for (int at = 0; at < b63_unprinted.count; ++at) {
        b63_format_rate(text, sizeof text, b63_unprinted.benchmarks[at], b63_unprinted.baseline, b63_unprinted.counter);
        if (write(STDOUT_FILENO, text, strlen(text)) < 0) status = 2;
    }
    return status;
}

B63_FUNCTION void b63_end_at_signal(int number) {
    char reason[64];
    if (number == SIGALRM) _exit(b63_end_early(b63_deadline_text));
    snprintf(reason, sizeof reason, "signal %d ended the program\n", number);
    if (b63_unfinished == getpid()) b63_end_early(reason); /* a child has the same handlers */
    signal(number, SIG_DFL); /* the process ends as it would have without this handler */
    raise(number);
}

/* A sanitizer, or main, may handle some of the signals itself. */
B63_FUNCTION void b63_handle_signals(void) {
    static const int numbers[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM};
    signal(SIGALRM, b63_end_at_signal);
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; ++at) {
        int64_t earlier[64]; /* a struct sigaction: signal() alone would give it back without its flags */
        sigaction(numbers[at], NULL, (struct sigaction *)earlier);
        if (signal(numbers[at], b63_end_at_signal) != SIG_DFL) sigaction(numbers[at], (struct sigaction *)earlier, NULL);
    }
}

B63_FUNCTION void b63_end_at_exit(void) {
    if (b63_unfinished != getpid()) return;
    fflush(NULL);
    _exit(b63_end_early("exit() ended the program\n"));
}

B63_FUNCTION void b63_print_rates(void) {
    char text[B63_TEXT_BYTES];
    for (int at = 0; at < b63_unprinted.count; ++at) {
        b63_format_rate(text, sizeof text, b63_unprinted.benchmarks[at], b63_unprinted.baseline, b63_unprinted.counter);
        fputs(text, stdout);
    }
    fflush(stdout);
    b63_unprinted.count = 0;
    b63_failed_text[0] = '\0'; /* what follows is no benchmark's */
}

/* The deadline of each run of this benchmark's body. */
B63_FUNCTION void b63_set_deadline(const struct b63_options *options, const struct b63_benchmark *benchmark, const char *counter) {
    char patience[64];
    b63_patience_s = (double)B63_PATIENCE * options->seconds;
    if (b63_patience_s < 1) b63_patience_s = 1;
    b63_format_seconds(patience, sizeof patience, b63_patience_s);
    snprintf(b63_failed_text, sizeof b63_failed_text, "%s (%s) failed: %s:%d: ", benchmark->name, counter, benchmark->file, benchmark->line);
    snprintf(b63_deadline_text, sizeof b63_deadline_text, "it has not ended after %s s; if it needs longer, give a larger -t\n", patience);
}

B63_FUNCTION void b63_stop(struct b63_benchmark *benchmark, const char *counter) {
    b63_print_failure(benchmark, counter);
    benchmark->score.stopped = 1;
    b63_program.failed = 1;
}

B63_FUNCTION int64_t b63_next_seed(int64_t seed) { return (int64_t)(UINT64_C(134775853) * (uint64_t)seed + 1); }

/* Chooses the length of the epochs. */
B63_FUNCTION void b63_prepare(struct b63_benchmark *benchmark, const struct b63_options *options, const char *counter) {
    struct b63_score *const score = &benchmark->score;
    struct b63_goal goal;
    goal.limit_ns = (int64_t)(1e9 * options->seconds);
    goal.runs = options->epochs;
    memset(score, 0, sizeof *score);
    b63_set_deadline(options, benchmark, counter);
    if (!b63_find_iterations(benchmark, options->seed, goal, 0, &score->iterations, &score->spent_ns)) b63_stop(benchmark, counter);
    if (score->iterations < B63_MOST_ITERATIONS || benchmark->warned) return;
    benchmark->warned = 1;
    fprintf(stderr, "%s: %s:%d: %s\n", benchmark->name, benchmark->file, benchmark->line, B63_NO_LOOP);
}

/* Returns whether an epoch was measured. */
B63_FUNCTION int b63_measure(struct b63_benchmark *benchmark, const struct b63_options *options, const char *counter, int64_t seed) {
    struct b63_score *const score = &benchmark->score;
    const int64_t limit_ns = (int64_t)(1.25 * 1e9 * options->seconds);
    if (score->stopped) return 0;
    if (score->epochs >= 2 && score->spent_ns + score->spent_ns / (int64_t)(score->epochs + 1) > limit_ns) {
        char limit[64];
        b63_format_seconds(limit, sizeof limit, options->seconds);
        fprintf(stderr, "%s (%s): %" PRIu64 " of %d epochs fit into %s s; give a larger -t\n", benchmark->name, counter, score->epochs, options->epochs, limit);
        score->stopped = 1;
        return 0;
    }
    b63_set_deadline(options, benchmark, counter);
    const int64_t start = b63_now_ns();
    if (!b63_run_in_time(benchmark, score->iterations, seed)) return b63_stop(benchmark, counter), 0;
    score->spent_ns += b63_now_ns() - start;
    int64_t suspended;
    const int64_t events = b63_find_events(b63_program.epoch.count - 1, &suspended);
    if (b63_program.problem[0] != '\0') {
        b63_fail(benchmark->file, benchmark->line, b63_program.problem);
        b63_stop(benchmark, counter);
        b63_program.problem[0] = '\0';
        return 0;
    }
    ++score->epochs;
    score->all_events += events;
    score->rate = (double)events / (double)score->iterations;
    if (!options->interactive) b63_print_epoch(options, benchmark, counter, events);
    return 1;
}

/* The epochs of some benchmarks in turns. Every second round goes backwards, so that no benchmark always follows the same. */
B63_FUNCTION void b63_run_rounds(
    struct b63_benchmark **benchmarks, int count, const struct b63_benchmark *baseline, const struct b63_options *options, const char *counter) {
    int64_t seed = options->seed;
    for (int at = 0; at < count; ++at) b63_prepare(benchmarks[at], options, counter);
    b63_unprinted.benchmarks = benchmarks;
    b63_unprinted.count = options->interactive ? count : 0;
    b63_unprinted.baseline = baseline;
    b63_unprinted.counter = counter;
    for (int round = 0; round < options->epochs; ++round, seed = b63_next_seed(seed)) {
        int in_round = 0, with_baseline = 0;
        for (int turn = 0; turn < count; ++turn) {
            struct b63_benchmark *const benchmark = benchmarks[round % 2 == 0 ? turn : count - 1 - turn];
            const int measured = b63_measure(benchmark, options, counter, seed);
            in_round += measured;
            if (measured && benchmark == baseline) with_baseline = 1;
        }
        for (int at = 0; at < count && with_baseline; ++at) {
            struct b63_score *const score = &benchmarks[at]->score;
            if (score->epochs == (uint64_t)round + 1) b63_add_pair(score, score->rate - baseline->score.rate);
        }
        if (in_round == 0) break;
    }
    b63_print_rates();
}

B63_FUNCTION void b63_run_counter(
    struct b63_counter counter, struct b63_benchmark **benchmarks, int count, const struct b63_benchmark *baseline, const struct b63_options *options) {
    b63_program.epoch.count = 0;
    b63_count_time();
    if (strcmp(counter.name, "time") != 0) b63_count_in(counter);
    b63_measure_suspending();
    for (int at = 0; at < count; at += baseline == NULL ? 1 : count) {
        b63_run_rounds(benchmarks + at, baseline == NULL ? 1 : count, baseline, options, counter.name);
    }
}

B63_FUNCTION void b63_run_by_hand(const char *program, struct b63_options *options, struct b63_benchmark **benchmarks, int count,
                                  const struct b63_benchmark *baseline) {
    struct b63_counter_list made;
    if (!b63_make_counters(options->counters, &made)) {
        fprintf(stderr, "%s: %s\n", program, b63_program.problem);
        exit(2);
    }
    if (made.lacking > 0) {
        fprintf(stderr, "%s\n", made.problems);
        if (b63_program.hint[0] != '\0') fprintf(stderr, "%s\n", b63_program.hint);
        if (options->counters_flag || made.count == 0) b63_program.failed = 1; /* the user named it, or nothing is left */
    }
    if (!options->seeded) options->seed = (int64_t)((uint64_t)b63_system_ns() * UINT64_C(0x9e3779b97f4a7c15) >> 1) ^ (int64_t)getpid();
    fprintf(stderr, "seed: %" PRId64 "%s\n", options->seed, options->seeded ? "" : " (to repeat this run, give -s with this number)");
    b63_handle_signals();
    if (b63_unfinished == 0) atexit(b63_end_at_exit);
    b63_unfinished = getpid();
    for (int at = 0; at < made.count; ++at) {
        b63_run_counter(made.counters[at], benchmarks, count, baseline, options);
        b63_drop_counter(&made.counters[at]); /* the next may need what it occupies, such as a counter of the CPU */
    }
    free(made.names);
    b63_unfinished = 0;
}

#endif
