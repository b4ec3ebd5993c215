/* The contract between CLAMH's native core and a language that uses it. C11 and C++11; version 1. The core is all .c files of this folder,
 * compiled as gnu11 with the flags that change the layout of records, and linked with -lpthread -lm.
 *
 * The core has the clock, samples, threads, the life of a trial, the protocol and --solo. The language has the measured loop with its
 * sinks, the construction of objects, the conversion of params and canonical values. The language registers tables of function
 * pointers before clamh_main; the core calls them.
 *
 * A function pointer that runs code of the user returns 0, or 1 after clamh_throw(). Nothing else leaves it: no exception, no panic, no
 * longjmp. Numbers are those of the catalog (protocol/README.md). Every registered record lives as long as the process. */
#ifndef CLAMH_ABI_H
#define CLAMH_ABI_H

#include <stddef.h>
#include <stdint.h>

#define CLAMH_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

/* Says what the user's code threw in this thread, in UTF-8. Only the last one before the function pointer returns counts. */
void clamh_throw(const char *message, size_t size);

/* A text that grows; its members are the core's. A canonical value is added piece by piece. */
struct clamh_text {
    char *bytes; /* ends with a zero byte once anything was added */
    size_t size, room;
};
void clamh_add(struct clamh_text *text, const char *bytes, size_t size);
void clamh_add_integer(struct clamh_text *text, int64_t value);   /* i:-42 */
void clamh_add_natural(struct clamh_text *text, uint64_t value);  /* i:42 */
void clamh_add_float(struct clamh_text *text, double value);      /* i:42, or f: and 16 hex digits */
void clamh_add_bytes(struct clamh_text *text, const void *bytes, size_t size); /* x: and hex digits */

/* Where Blackhole writes down what it is given, in a build that records; a new text for each value. */
struct clamh_text *clamh_next_consumed(void);

/* What a function may take besides states. The core makes the objects with `construct` and fills them; their layout is given here, and
 * a language may have a type of its own with the same layout. */
enum clamh_injected {
    CLAMH_STATE,
    CLAMH_BLACKHOLE,
    CLAMH_CONTROL,
    CLAMH_BENCHMARK_PARAMS,
    CLAMH_ITERATION_PARAMS,
    CLAMH_THREAD_PARAMS,
    CLAMH_RANDOM,
    CLAMH_MEMORY,
    CLAMH_OPERATIONS,
    CLAMH_SUSPEND,
    CLAMH_INJECTED_KINDS
};

struct clamh_control { /* written by other threads: read both as atomics */
    uint8_t start_measurement, stop_measurement;
};

struct clamh_iteration_params {
    const char *type; /* "WARMUP" or "MEASUREMENT" */
    int32_t count;
    int64_t time_ns;
    int32_t batch;
};

struct clamh_benchmark_params {
    const char *benchmark, *mode, *time_unit, *identity; /* identity: JMH's id() */
    int32_t threads, forks, warmup_forks;
    struct clamh_iteration_params warmup, measurement;
    int64_t operations_per_invocation, timeout_ns;
    uint64_t seed;
    const char *const *keys; /* short names of params, sorted; `names` and `values` in the same order */
    size_t count;
    const char *const *names, *const *values;
};

struct clamh_thread_params {
    int32_t thread, threads, group, groups, subgroup, subgroups, group_thread, group_threads, subgroup_thread, subgroup_threads;
};

struct clamh_random {
    uint64_t words[4];
};

/* Random, in each language the same sequence for the same seed: xoshiro256** of Blackman and Vigna (2018), seeded by SplitMix64 of Steele,
 * Lea and Flood (2014). It is here because the core, C and C++ all draw from it. */
#define CLAMH_SPLIT_STEP UINT64_C(0x9e3779b97f4a7c15)
static inline uint64_t clamh_mix64(uint64_t z) { /* the finaliser of SplitMix64: 0 stays 0 */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
static inline uint64_t clamh_split_mix(uint64_t *state) { return clamh_mix64(*state += CLAMH_SPLIT_STEP); }
static inline struct clamh_random clamh_random_seeded(uint64_t seed) {
    struct clamh_random random;
    for (int word = 0; word < 4; ++word) random.words[word] = clamh_split_mix(&seed);
    return random;
}
static inline uint64_t clamh_rotate(uint64_t word, int by) { return word << by | word >> (64 - by); }
static inline uint64_t clamh_random_next(struct clamh_random *random) {
    uint64_t *const words = random->words;
    const uint64_t drawn = clamh_rotate(words[1] * 5, 7) * 9, shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = clamh_rotate(words[3], 45);
    return drawn;
}
static inline double clamh_random_next_double(struct clamh_random *random) { return (double)(clamh_random_next(random) >> 11) / 9007199254740992.0; }
/* From 0 to limit - 1, each equally likely; `limit` is from 1 to 2^31 - 1, or to 2^63 - 1. */
static inline uint32_t clamh_random_below(struct clamh_random *random, uint32_t limit) {
    const uint32_t least = (0u - limit) % limit;
    uint64_t product;
    do product = (clamh_random_next(random) >> 32) * limit;
    while ((uint32_t)product < least);
    return (uint32_t)(product >> 32);
}
static inline uint64_t clamh_random_below_long(struct clamh_random *random, uint64_t limit) {
    uint64_t drawn, rest;
    do {
        drawn = clamh_random_next(random) >> 1;
        rest = drawn % limit;
    } while (drawn - rest > ((uint64_t)1 << 63) - limit);
    return rest;
}
static inline void clamh_random_next_bytes(struct clamh_random *random, void *bytes, size_t size) {
    unsigned char *const to = (unsigned char *)bytes;
    uint64_t drawn = 0;
    for (size_t at = 0; at < size; ++at, drawn >>= 8) {
        if (at % 8 == 0) drawn = clamh_random_next(random);
        to[at] = (unsigned char)drawn;
    }
}

struct clamh_memory { /* `seed` places arrays, 0 leaves them where they are; `last` is the language's own list of them */
    uint64_t seed;
    void *last;
};

struct clamh_operations {
    int64_t total;
};

/* Stops the clock of the thread that has this object. The outermost pair of calls reads the clock; what lies between costs the score nothing.
 * Every clamh_suspend() needs its clamh_resume() in the same invocation, also where an exception leaves: the core refuses the interval else.
 * The language puts a compiler fence behind the first and before the second. Only the core writes the fields. */
struct clamh_suspension {
    int64_t since_ns, total_ns;
    uint64_t count;
    int32_t depth;
};
void clamh_suspend(struct clamh_suspension *suspension);
void clamh_resume(struct clamh_suspension *suspension);

enum clamh_scope { CLAMH_THREAD, CLAMH_GROUP, CLAMH_BENCHMARK };

/* A class of the catalog, or of an injected object, which has no number, name and scope. */
struct clamh_class {
    uint32_t number;
    const char *name; /* null: a class that is no state, only its methods are called */
    enum clamh_scope scope;
    enum clamh_injected injected;
    size_t size, alignment;
    int (*construct)(void *place); /* makes an object in `size` bytes that may hold anything; null: no object of it can be made */
    void (*destroy)(void *object); /* clamh_throw() in it is a failure, too */
    struct clamh_class *next;
};

/* A function of a benchmark, or a fixture. `repeat` is the measured loop: `invocations` calls, one after the other; of a fixture always 1. */
struct clamh_function {
    uint32_t number, place; /* of the benchmark or fixture; which function of a group it is, else 0 */
    const char *name;       /* full name */
    const char *group;      /* of a function of a group: the full name of the group, else null */
    const struct clamh_class *const *takes; /* what `objects` holds */
    size_t count;
    int (*repeat)(void *const *objects, uint64_t invocations);
    int (*returned)(void *const *objects, struct clamh_text *text); /* one call; adds nothing if it returns nothing; null in a fixture */
    struct clamh_function *next;
    const char *const *unshared; /* for each of `takes` why it cannot take an object that several threads have, or null; may itself be null */
};

struct clamh_param {
    uint32_t number;
    const char *name;
    const struct clamh_class *owner;
    int shared;                                                   /* one field for all objects */
    const char *type;                                             /* the protocol's: integer float boolean character string enum */
    int64_t minimum;                                              /* of an integer type, as maximum */
    uint64_t maximum;
    int (*assign)(void *object, const char *text, size_t size);   /* the text is in canonical form and ends with a zero byte */
    struct clamh_param *next;
};

struct clamh_counter {
    uint32_t number;
    const char *name;
    const struct clamh_class *owner;
    void (*put)(void *object, double value); /* null: a method, which is not reset */
    int (*read)(void *object, double *value);
    struct clamh_counter *next;
};

struct clamh_check {
    uint32_t number;
    const char *name;
    const struct clamh_class *owner;
    int (*read)(void *object, struct clamh_text *text);
    struct clamh_check *next;
};

void clamh_register_class(struct clamh_class *registered);
void clamh_register_benchmark(struct clamh_function *registered);
void clamh_register_fixture(struct clamh_function *registered);
void clamh_register_param(struct clamh_param *registered);
void clamh_register_counter(struct clamh_counter *registered);
void clamh_register_check(struct clamh_check *registered);

/* Constant texts that the generator wrote, and facts that only the language's compiler knows.
 *
 * `catalog` has the events of the answer to `describe` after `hello`, in their order, null at the end. Each begins with KIND NUMBER:, which
 * says what it is: s (a class), x (a fixture) or b (a benchmark); it is left out if that is not compiled in. A piece of a list that exists
 * only if something is compiled in stands between \002KIND NUMBER: and \003, without a comma around it; KIND is f (a function of the
 * benchmark, by its place), p (a param), c (a counter) or k (a check). \001NUMBER\001 is replaced by the members type, minimum and
 * maximum of that param, each with a comma behind it.
 *
 * `openings` is for --solo and has a text for each benchmark by number: its full name, then the fields of `open` with its defaults, separated
 * by tabs and percent-encoded as commands are: what the catalog decides, a p for each param, mode, threads (also -1 or -2), tg, batch, wbatch,
 * opi, w, r; tu, wi and i only if annotations set them; auto=1 under AutoWarmup; bounded=1 with bounds of calls; and for ParamRows a field
 * row=NUMBER:VALUE for each row, its values separated by \036 (clamh.languages.catalog.list_solo), spelled as in the source. Some may not be compiled in. */
struct clamh_artifact {
    const char *language, *platform, *toolchain, *version, *flags, *runtime, *sources; /* flags and sources are JSON */
    int optimised;
    int records; /* Blackhole writes down what it is given */
    const char *const *catalog;
    const char *const *openings;
    uint32_t openings_count;
    const struct clamh_function *floor; /* an empty benchmark through the same stub, not registered; commands call it openings_count */
    void (*flush)(void);                /* writes out what the language's own streams hold back; null: it has only those of C */
};

/* Answers the driver, or runs --solo; the exit code of the process. */
int clamh_main(const struct clamh_artifact *artifact, int count, char **arguments);

#ifdef __cplusplus
}
#endif
#endif
