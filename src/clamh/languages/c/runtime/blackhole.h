/* Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
 *
 * The sinks are empty assembly: no instruction for anything that fits a register. A build with CLAMH_RECORDING, which never measures,
 * writes down what it is given instead (the protocol's `invoke`), so the measured one has no branch. */
#ifndef CLAMH_C_BLACKHOLE_H
#define CLAMH_C_BLACKHOLE_H

#include "../../c_family/runtime/consume_cpu.h"
#include "canonical.h"

#define CLAMH_ALWAYS __attribute__((__always_inline__))

/* The compiler must assume that everything in memory whose address is known has changed. */
#define CLAMH_FENCE() __asm__ __volatile__("" ::: "memory")
/* The same pointer, of which the compiler knows nothing any more. */
#define CLAMH_LAUNDER(pointer) __asm__ __volatile__("" : "+r"(pointer))

#define CLAMH_SAME(value, type) __builtin_types_compatible_p(__typeof__(value), type)
/* Integers, enums, and bool, which has a number of its own for clang. */
#define CLAMH_IS_WHOLE(value) (__builtin_classify_type(value) >= 1 && __builtin_classify_type(value) <= 4)
#define CLAMH_HAS_NO_TARGET(value) (CLAMH_IS_WHOLE(value) || __builtin_classify_type(value) == 8 || __builtin_classify_type(value) == 9)
#define CLAMH_IS_POINTER(value) (__builtin_classify_type(value) == 5)
#define CLAMH_IN_REGISTER(value) ((CLAMH_IS_WHOLE(value) || CLAMH_IS_POINTER(value)) && sizeof(value) <= sizeof(void *))
#if defined(__x86_64__) || defined(__aarch64__)
#define CLAMH_IN_VECTOR(value) (CLAMH_SAME(value, float) || CLAMH_SAME(value, double))
#else
#define CLAMH_IN_VECTOR(value) 0
#endif
#if defined(__aarch64__)
#define CLAMH_VECTOR "w"
#elif defined(__x86_64__)
#define CLAMH_VECTOR "x"
#else
#define CLAMH_VECTOR "m"
#endif

/* A register of its own kind: "r,m" costs a move on gcc and a store to the stack on clang, so each type has one constraint. The branches
 * are decided while compiling; those not taken get a 0, since no struct may be named in a register. `value` is a variable. */
#define CLAMH_SINK_OF(value)                                                                                              \
    do {                                                                                                                  \
        if (CLAMH_IN_REGISTER(value)) {                                                                                   \
            __asm__ __volatile__("" : : "r"(__builtin_choose_expr(CLAMH_IN_REGISTER(value), value, 0)));                  \
        } else if (CLAMH_IN_VECTOR(value)) {                                                                              \
            __asm__ __volatile__("" : : CLAMH_VECTOR(__builtin_choose_expr(CLAMH_IN_VECTOR(value), value, 0.0)));         \
        } else if (sizeof(value) <= 64) {                                                                                 \
            __asm__ __volatile__("" : : "m"(value));                                                                      \
        } else {                                                                                                          \
            __asm__ __volatile__("" : : "r"(&value) : "memory");                                                          \
        }                                                                                                                 \
    } while (0)

typedef struct clamh_blackhole {
    char unused;
} clamh_blackhole;

#ifdef CLAMH_RECORDING
/* An array of unknown size is compatible with arrays of every size. */
#define CLAMH_HAS_NO_SIZE(value, type) (CLAMH_SAME(value, type[1]) && CLAMH_SAME(value, type[2]))
/* Whether `value` is an array of char, and `used` its address: the text ends before a zero byte, or with the array. */
#define CLAMH_IS_CHARACTERS(used, value)                                                                             \
    ((CLAMH_SAME(used, char *) || CLAMH_SAME(used, const char *)) && !CLAMH_SAME(value, __typeof__(used)) &&         \
     !CLAMH_HAS_NO_SIZE(value, char) && !CLAMH_HAS_NO_SIZE(value, const char))
#define CLAMH_CHARACTERS_OF(used, value) __builtin_choose_expr(CLAMH_IS_CHARACTERS(used, value), used, "")
#define CLAMH_USE(used, value)                                                                                          \
    do {                                                                                                                \
        if (CLAMH_IS_CHARACTERS(used, value)) {                                                                         \
            clamh_write_characters(clamh_next_consumed(), CLAMH_CHARACTERS_OF(used, value),                             \
                                   sizeof(__builtin_choose_expr(CLAMH_IS_CHARACTERS(used, value), value, "")));         \
        } else {                                                                                                        \
            CLAMH_WRITE(clamh_next_consumed(), used);                                                                   \
        }                                                                                                               \
    } while (0)
#define CLAMH_USE_MEMORY(bytes, size) (clamh_write_memory(clamh_next_consumed(), bytes, size))
#else
/* What is no number may hold a pointer, and what that points to counts as used too. */
#define CLAMH_USE(used, value)                         \
    do {                                               \
        CLAMH_SINK_OF(used);                           \
        if (!CLAMH_HAS_NO_TARGET(used)) CLAMH_FENCE(); \
    } while (0)
#define CLAMH_USE_MEMORY(bytes, size) __asm__ __volatile__("" : : "r"(bytes), "r"(size) : "memory")
#endif

/* A value of any type; an array counts as the address of its first element. The dots are commas of a compound literal: a second value is an
 * error, since it would be a second variable. */
#define clamh_consume(blackhole, ...)                                \
    __extension__({                                                  \
        const clamh_blackhole *const clamh_hole = (blackhole);       \
        __auto_type clamh_used = __VA_ARGS__;                        \
        (void)clamh_hole, (void)sizeof(__builtin_classify_type(__VA_ARGS__)); /* which takes one value */ \
        CLAMH_USE(clamh_used, (__VA_ARGS__));                        \
        (void)0;                                                     \
    })

/* So many bytes from an address on. */
static inline CLAMH_ALWAYS void clamh_consume_memory(const clamh_blackhole *blackhole, const void *bytes, size_t size) {
    (void)blackhole;
    CLAMH_USE_MEMORY(bytes, size);
}

#endif
