/* The flags of a program. */
#ifndef B63_OPTIONS_H
#define B63_OPTIONS_H

#include "registration.h"

struct b63_options {
    const char *counters;
    int counters_flag; /* -c gave them */
    int interactive, with_rates, epochs, seeded;
    double seconds;
    char delimiter;
    int64_t seed;
};

B63_FUNCTION void b63_print_usage(FILE *file, const char *program) {
    fprintf(file,
            "usage: %s [-i] [-r] [-c counter,...] [-e epochs] [-t seconds] [-d character] [-s seed]\n"
            "  -i  print a rate per benchmark, for people; without it a line per epoch: name,counter,iterations,events\n"
            "  -r  add the rate, events per iteration, to these lines\n"
            "  -c  counters instead of the program's own list\n"
            "  -e  epochs per benchmark and counter (30)\n"
            "  -t  time limit per benchmark and counter in seconds, suspended time included (1)\n"
            "  -d  the character between the fields of a line (,)\n"
            "  -s  seed; without it a new seed is drawn, and printed\n",
            program);
}

/* Returns the text that the flag takes, or NULL if it is missing. */
B63_FUNCTION const char *b63_read_text(int argc, char **argv, int *at, const char *rest) {
    if (*rest != '\0') return rest;
    return *at + 1 < argc ? argv[++*at] : NULL;
}

/* strtod as in the C locale: the program may have chosen a decimal comma. */
B63_FUNCTION double b63_read_decimal(const char *text, char **end) {
    char chosen[B63_TEXT_BYTES];
    snprintf(chosen, sizeof chosen, "%s", setlocale(LC_NUMERIC, NULL));
    setlocale(LC_NUMERIC, "C");
    const double value = strtod(text, end);
    setlocale(LC_NUMERIC, chosen);
    return value;
}

B63_FUNCTION int b63_read_value(struct b63_options *options, char flag, const char *text) {
    char *end = NULL;
    errno = 0;
    if (flag == 'c') {
        options->counters = text;
        options->counters_flag = 1;
        return *text != '\0';
    }
    if (flag == 'd') {
        options->delimiter = text[0];
        return text[0] != '\0' && text[1] == '\0';
    }
    if (flag == 't') {
        options->seconds = b63_read_decimal(text, &end);
        return end != text && *end == '\0' && options->seconds >= 0.000001 && options->seconds <= 1000000.0;
    }
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) return 0;
    if (flag == 's') {
        options->seed = number;
        options->seeded = 1;
        return 1;
    }
    options->epochs = number > 0 && number <= 1000000 ? (int)number : 0;
    return options->epochs > 0;
}

B63_FUNCTION const char *b63_describe_value(char flag) {
    return flag == 'c'   ? "names of counters, such as -c time"
           : flag == 'd' ? "one character, such as -d ';'"
           : flag == 't' ? "seconds from 0.000001 to 1000000, such as -t 0.5"
           : flag == 's' ? "an integer of 64 bits, such as -s 42"
                         : "a number from 1 to 1000000, such as -e 30";
}

/* Exits with 2 if a flag is wrong. */
B63_FUNCTION struct b63_options b63_read_options(const char *counters, int argc, char **argv) {
    struct b63_options options;
    const char *const program = argc > 0 ? argv[0] : "program";
    memset(&options, 0, sizeof options);
    options.counters = counters;
    options.epochs = 30;
    options.seconds = 1.0;
    options.delimiter = ',';
    for (int at = 1; at < argc; ++at) {
        const char *flags = argv[at];
        if (flags[0] != '-' || flags[1] == '\0') {
            fprintf(stderr, "%s: unexpected argument '%s'\n", program, flags);
            b63_print_usage(stderr, program);
            exit(2);
        }
        for (++flags; *flags != '\0'; ++flags) {
            if (*flags == 'h' || strcmp(flags, "-help") == 0) {
                b63_print_usage(stdout, program);
                exit(0);
            }
            if (*flags == 'i' || *flags == 'r') {
                *(*flags == 'i' ? &options.interactive : &options.with_rates) = 1;
                continue;
            }
            if (strchr("cetds", *flags) == NULL) {
                fprintf(stderr, "%s: unknown flag '%s'\n", program, argv[at]);
                b63_print_usage(stderr, program);
                exit(2);
            }
            const char *const text = b63_read_text(argc, argv, &at, flags + 1);
            if (text == NULL || !b63_read_value(&options, *flags, text)) {
                fprintf(stderr, "%s: -%c %s: it takes %s\n", program, *flags, text == NULL ? "has no value" : text, b63_describe_value(*flags));
                exit(2);
            }
            break;
        }
    }
    return options;
}

#endif
