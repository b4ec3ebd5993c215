/* What a program prints: a line per epoch, or with -i a line per benchmark and counter. Messages go to stderr in both modes. */
#ifndef B63_OUTPUT_H
#define B63_OUTPUT_H

#include "options.h"
#include "statistics.h"

/* A number with a decimal point, whatever the program's locale has. */
B63_FUNCTION void b63_format_decimal(char *text, size_t size, double value, size_t decimals) {
    snprintf(text, size, "%.*f", (int)decimals, value);
    const size_t whole = strspn(text, "-0123456789"), length = strlen(text);
    if (length <= whole + decimals) return; /* nan or inf */
    text[whole] = '.';
    memmove(text + whole + 1, text + length - decimals, decimals + 1); /* some points have several bytes */
}

/* A time limit, as short as -t may give it. */
B63_FUNCTION void b63_format_seconds(char *text, size_t size, double seconds) {
    b63_format_decimal(text, size, seconds, 6);
    char *end = text + strlen(text);
    while (end[-1] == '0') --end;
    end[end[-1] == '.' ? -1 : 0] = '\0';
}

B63_FUNCTION void b63_print_epoch(const struct b63_options *options, const struct b63_benchmark *benchmark, const char *counter, int64_t events) {
    const char d = options->delimiter;
    char rate[64];
    printf("%s%c%s%c%" PRIu64 "%c%" PRId64, benchmark->name, d, counter, d, benchmark->score.iterations, d, events);
    b63_format_decimal(rate, sizeof rate, (double)events / (double)benchmark->score.iterations, 6);
    if (options->with_rates) printf("%c%s", d, rate);
    printf("\n");
    fflush(stdout); /* a later epoch may never end */
}

B63_FUNCTION double b63_rate(const struct b63_score *score) { return (double)score->all_events / ((double)score->epochs * (double)score->iterations); }

/* As in reports of CLAMH: on a terminal that shows colours, unless NO_COLOR is set and not empty. */
B63_FUNCTION int b63_is_coloured(void) {
    const char *const no_colour = getenv("NO_COLOR"), *const terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no_colour == NULL || no_colour[0] == '\0') && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* The line of a benchmark; empty if nothing was measured. Green is less than the baseline, red is more. */
B63_FUNCTION void b63_format_rate(
    char *text, size_t size, const struct b63_benchmark *benchmark, const struct b63_benchmark *baseline, const char *counter) {
    const struct b63_score *const score = &benchmark->score;
    const int differs = baseline != NULL && baseline != benchmark && b63_differs(score);
    const int coloured = differs && b63_is_coloured();
    const int compared = differs && baseline->score.all_events != 0;
    const double percent = compared ? 100.0 * (b63_rate(score) / b63_rate(&baseline->score) - 1) : 0;
    char rate[64], change[64];
    text[0] = '\0';
    if (score->epochs == 0) return;
    b63_format_decimal(rate, sizeof rate, b63_rate(score), 3);
    b63_format_decimal(change, sizeof change, percent, 3);
    snprintf(text, size, "%-30s%-20s:%c%s%6s%s%s%s%s\n", benchmark->name, counter, differs ? '*' : ' ',
             coloured ? (score->mean_difference < 0 ? "\033[32m" : "\033[31m") : "", rate, !compared ? "" : percent < 0 ? " (" : " (+",
             compared ? change : "", compared ? "%)" : "", coloured ? "\033[0m" : "");
}

B63_FUNCTION void b63_print_failure(const struct b63_benchmark *benchmark, const char *counter) {
    fflush(stdout);
    fprintf(stderr, "%s (%s) failed: %s:%d: %s\n", benchmark->name, counter, b63_program.failed_file, b63_program.failed_line, b63_program.failure);
}

#endif
