/* What a program prints: a line per epoch, or with -i a line per benchmark and counter. Messages go to stderr in both modes. */
#ifndef B63_OUTPUT_H
#define B63_OUTPUT_H

#include "options.h"
#include "statistics.h"

B63_FUNCTION void b63_print_epoch(const struct b63_options *options, const struct b63_benchmark *benchmark, const char *counter, int64_t events) {
    const char d = options->delimiter;
    printf("%s%c%s%c%" PRIu64 "%c%" PRId64, benchmark->name, d, counter, d, benchmark->score.iterations, d, events);
    if (options->with_rates) printf("%c%.6f", d, (double)events / (double)benchmark->score.iterations);
    printf("\n");
    fflush(stdout); /* a later epoch may never end */
}

B63_FUNCTION double b63_rate(const struct b63_score *score) { return (double)score->all_events / (double)score->all_iterations; }

/* The line of a benchmark; empty if nothing was measured. Green is less than the baseline, red is more. */
B63_FUNCTION void b63_format_rate(
    char *text, size_t size, const struct b63_benchmark *benchmark, const struct b63_benchmark *baseline, const char *counter) {
    const struct b63_score *const score = &benchmark->score;
    const int differs = baseline != NULL && baseline != benchmark && b63_differs(score);
    const int coloured = differs && isatty(STDOUT_FILENO);
    char change[64] = "";
    text[0] = '\0';
    if (score->epochs == 0) return;
    if (differs && baseline->score.all_events != 0) {
        snprintf(change, sizeof change, " (%+.3f%%)", 100.0 * (b63_rate(score) / b63_rate(&baseline->score) - 1));
    }
    snprintf(text, size, "%-30s%-20s:%c%s%6.3f%s%s\n", benchmark->name, counter, differs ? '*' : ' ',
             coloured ? (score->mean_difference < 0 ? "\033[32m" : "\033[31m") : "", b63_rate(score), change, coloured ? "\033[0m" : "");
}

B63_FUNCTION void b63_print_failure(const struct b63_benchmark *benchmark, const char *counter) {
    fflush(stdout);
    fprintf(stderr, "%s (%s) failed: %s:%d: %s\n", benchmark->name, counter, b63_program.failed_file, b63_program.failed_line, b63_program.failure);
}

#endif
