/* The benchmarks and counter types of a program. Each registers itself before main, whichever translation unit it is in. */
#ifndef B63_REGISTRATION_H
#define B63_REGISTRATION_H

#include "artifact.h"
#include "portable.h"

#if defined(__cplusplus) && defined(__cpp_exceptions)
#include <exception>
#endif

/* What the epochs of a benchmark have given so far, for one counter. */
struct b63_score {
    uint64_t iterations; /* of an epoch */
    int64_t spent_ns;    /* of the time limit, suspended time included */
    uint64_t epochs;
    int64_t all_events;
    double rate; /* of the last epoch */
    int stopped; /* it failed, or its time is up */
    uint64_t pairs;
    double mean_difference, squares; /* of the rate and the baseline's in the same round (Welford) */
};

struct b63_benchmark {
    const char *name, *file;
    int line, place;  /* the place orders the benchmarks of a translation unit */
    const char *unit; /* the file of its translation unit */
    void (*body)(uint64_t n, int64_t b63_seed);
    int baseline, warned; /* warned: a message has already named its missing loop */
    struct b63_benchmark *next;
    struct b63_score score;
};

/* A family of counters, such as `lpe`. A counter belongs to it if its name is the type's, or continues it after a colon. */
struct b63_counter_type {
    const char *name, *file;
    int line, in_header;
    int64_t (*read)(void *impl);
    void *(*factory)(const char *name); /* NULL: read() needs no object */
    void (*cleanup)(void *impl);
    void (*activate)(void *impl); /* called before the epochs of this counter */
    struct b63_counter_type *next;
};

struct b63_counter {
    const struct b63_counter_type *type;
    const char *name, *part; /* part: what follows the name in the catalog if not all is counted, such as ":u" */
    void *impl;
};

enum { B63_MOST_COUNTERS = 16, B63_TEXT_BYTES = 1024 };

/* What is counted in the running epoch. The last counter is read closest to the body. */
struct b63_epoch {
    struct b63_counter counters[B63_MOST_COUNTERS + 1];
    int count;
    int64_t start[B63_MOST_COUNTERS + 1], values[B63_MOST_COUNTERS + 1];
    int64_t paused[B63_MOST_COUNTERS + 1], suspended[B63_MOST_COUNTERS + 1];
    double costs[B63_MOST_COUNTERS + 1]; /* what a suspension adds */
    int depth; /* how many B63_SUSPEND are open */
    const int *own_errno; /* in the thread that runs the body: each thread has another one */
    uint64_t suspensions;
};

struct b63_program {
    struct b63_benchmark *benchmarks;
    struct b63_counter_type *types;
    struct b63_epoch epoch;
    const struct b63_benchmark *running;
    uint64_t ran; /* iterations of all bodies since the start of the program */
    const char *failed_file, *failure; /* the first failure of this epoch */
    int failed_line;
    pid_t process; /* which measures */
    int reached, failed; /* B63_RUN has begun; a benchmark has failed */
    int64_t counted_step_ns, counted_ns;
    char problem[B63_TEXT_BYTES]; /* why the last counter cannot be read */
    char hint[B63_TEXT_BYTES];    /* a factory may leave it, once for all counters that cannot be made */
    const char *part; /* set by a factory */
};

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) struct b63_program b63_program;
__attribute__((weak)) struct b63_artifact b63_artifact; /* the file of a build has a strong definition */
#ifdef __cplusplus
}
#endif

/* By file and place: compilers reorder constructors, within a unit and, when they optimise at the link, among units. */
B63_FUNCTION void b63_register_benchmark(struct b63_benchmark *benchmark) {
    struct b63_benchmark **link = &b63_program.benchmarks;
    for (; *link != NULL; link = &(*link)->next) {
        const int order = strcmp((*link)->unit, benchmark->unit);
        if (order > 0 || (order == 0 && (*link)->place > benchmark->place)) break;
    }
    benchmark->next = *link;
    *link = benchmark;
}

/* A path without its folders: units may reach the same header by different paths. */
B63_FUNCTION const char *b63_base_name(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* By name. A header with a counter may be included in several units: its first registration stays. */
B63_FUNCTION void b63_register_type(struct b63_counter_type *type) {
    struct b63_counter_type **link = &b63_program.types;
    for (; *link != NULL && strcmp((*link)->name, type->name) <= 0; link = &(*link)->next) {
        const int may_be_same = (*link)->in_header && type->in_header && (*link)->line == type->line && strcmp((*link)->name, type->name) == 0;
        if (may_be_same && strcmp(b63_base_name((*link)->file), b63_base_name(type->file)) == 0) return;
    }
    type->next = *link;
    *link = type;
}

B63_MEASURED void b63_fail(const char *file, int line, const char *failure) {
    if (b63_program.failure != NULL) return; /* the first failure explains the others */
    b63_program.failed_file = file;
    b63_program.failed_line = line;
    b63_program.failure = failure;
}

/* An exception marks the benchmark as failed. It is caught here and not around the call, which may be in a unit of C. */
#if defined(__cplusplus) && defined(__cpp_exceptions)
template <void (*body)(uint64_t n, int64_t b63_seed)>
void b63_guard(uint64_t n, int64_t b63_seed) {
    try {
        body(n, b63_seed);
    } catch (const std::exception &thrown) {
        static char text[B63_TEXT_BYTES];
        snprintf(text, sizeof text, "it threw an exception: %s", thrown.what());
        b63_fail(b63_program.running->file, b63_program.running->line, text);
    } catch (...) {
        b63_fail(b63_program.running->file, b63_program.running->line, "it threw an exception");
    }
}
#define B63_GUARDED(body) b63_guard<body>
#else
#define B63_GUARDED(body) body
#endif

#define B63_REGISTER_BENCHMARK(id, n, is_baseline, number) \
    static void b63_body_##id(uint64_t n, int64_t b63_seed); \
    static struct b63_benchmark b63_benchmark_##id; \
    __attribute__((constructor)) static void b63_register_##id(void) { \
        b63_benchmark_##id.name = #id; \
        b63_benchmark_##id.file = __FILE__; \
        b63_benchmark_##id.line = __LINE__; \
        b63_benchmark_##id.place = number; \
        b63_benchmark_##id.unit = __BASE_FILE__; \
        b63_benchmark_##id.body = B63_GUARDED(b63_body_##id); \
        b63_benchmark_##id.baseline = is_baseline; \
        b63_register_benchmark(&b63_benchmark_##id); \
    } \
    B63_END_COUNTER \
    static void b63_body_##id(uint64_t n, B63_UNUSED int64_t b63_seed)

#define B63_REGISTER_COUNTER(id, factory_function, cleanup_function, activate_function) \
    static int64_t b63_read_##id(void *impl); \
    static struct b63_counter_type b63_type_##id; \
    __attribute__((constructor)) static void b63_register_type_##id(void) { \
        b63_type_##id.name = #id; \
        b63_type_##id.file = __FILE__; \
        b63_type_##id.line = __LINE__; \
        b63_type_##id.in_header = __INCLUDE_LEVEL__ > 0; \
        b63_type_##id.read = b63_read_##id; \
        b63_type_##id.factory = factory_function; \
        b63_type_##id.cleanup = cleanup_function; \
        b63_type_##id.activate = activate_function; \
        b63_register_type(&b63_type_##id); \
    } \
    static int64_t b63_read_##id(B63_UNUSED void *impl)

#define B63_COUNTER_OF_1(id) B63_REGISTER_COUNTER(id, NULL, NULL, NULL)
#define B63_COUNTER_OF_2(id, factory) B63_REGISTER_COUNTER(id, factory, NULL, NULL)
#define B63_COUNTER_OF_3(id, factory, cleanup) B63_REGISTER_COUNTER(id, factory, cleanup, NULL)
#define B63_COUNTER_OF_4(id, factory, cleanup, activate) B63_REGISTER_COUNTER(id, factory, cleanup, activate)
#define B63_FIFTH(first, second, third, fourth, fifth, ...) fifth

#endif
