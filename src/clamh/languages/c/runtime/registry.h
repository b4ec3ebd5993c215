/* Registered classes, params, counters and checks: records of clamh_abi.h, filled before main by what a wrapper has per declaration.
 * Like loop.h it has only names that begin with clamh_, and keywords. */
#ifndef CLAMH_C_REGISTRY_H
#define CLAMH_C_REGISTRY_H

#include "../../c_family/runtime/opening.h"
#include "loop.h"

/* In main.c. */
extern struct clamh_class clamh_injected_classes[];
void clamh_destroy_nothing(void *clamh_object);
int clamh_refuse_value(void); /* 1, after saying that a text is no value of its param's type */

/* A state, of which the core makes objects: their bytes are 0. */
#define CLAMH_CLASS(id, number, name, scope, type)                                                                 \
    static int clamh_##id##_make(void *clamh_place) {                                                                                 \
        __builtin_memset(clamh_place, 0, sizeof(type));                                                                               \
        return 0;                                                                                                                     \
    }                                                                                                                                 \
    static struct clamh_class clamh_##id##_class = {number, name, scope, CLAMH_STATE, sizeof(type) ? sizeof(type) : 1, __alignof__(type),                   \
                                                    &clamh_##id##_make, &clamh_destroy_nothing, (struct clamh_class *)0};                           \
    __attribute__((__constructor__)) static void clamh_##id##_register(void) { clamh_register_class(&clamh_##id##_class); }

/* One of the arguments, by the type of a value. */
#define CLAMH_BY_TYPE(value, boolean, character, is_signed, is_unsigned, is_float, is_double, is_long_double, string, other) \
    __extension__ _Generic((value), _Bool: boolean, char: character, signed char: is_signed, short: is_signed, int: is_signed, \
        long: is_signed, long long: is_signed, unsigned char: is_unsigned, unsigned short: is_unsigned, unsigned: is_unsigned, \
        unsigned long: is_unsigned, unsigned long long: is_unsigned, float: is_float, double: is_double,                    \
        long double: is_long_double, const char *: string, default: other)
#define CLAMH_TYPE_NAME(value) \
    CLAMH_BY_TYPE(value, "boolean", "character", "integer", "integer", "float", "float", "float", "string", "")
#define CLAMH_BITS(value) (~(uint64_t)0 >> (8 * (sizeof(uint64_t) - (sizeof(value) > 8 ? 8 : sizeof(value)))))
#define CLAMH_LARGEST(value) CLAMH_BY_TYPE(value, 0, 0, CLAMH_BITS(value) >> 1, CLAMH_BITS(value), 0, 0, 0, 0, 0)
#define CLAMH_LEAST(value) CLAMH_BY_TYPE(value, 0, 0, -(int64_t)(CLAMH_BITS(value) >> 1) - 1, 0, 0, 0, 0, 0, 0)
#define CLAMH_RANGE(value) CLAMH_TYPE_NAME(value), CLAMH_LEAST(value), CLAMH_LARGEST(value)
#define CLAMH_PARSER(value)                                                                                                    \
    CLAMH_BY_TYPE(value, &clamh_parse_boolean, &clamh_parse_ascii, &clamh_parse_signed, &clamh_parse_unsigned, &clamh_parse_float, \
                  &clamh_parse_double, &clamh_parse_long_double, &clamh_parse_string, &clamh_parse_string)
#define CLAMH_PARSED(value)                                                                                                    \
    __typeof__(CLAMH_BY_TYPE(value, 0, 0UL, 0LL, 0ULL, 0.0f, 0.0, 0.0L, (const char *)0, (const char *)0))

#define CLAMH_PARAM(id, type, field)                                                                                           \
    CLAMH_ASSERT(CLAMH_BY_TYPE(((type *)0)->field, 1, 1, 1, 1, 1, 1, 1, 1, 0),                                                    \
                 "CLAMH: the type of a param must be a number, bool, character, enum or const char *");                            \
    static int clamh_##id##_assign(void *clamh_object, const char *clamh_text, size_t clamh_size) {                            \
        CLAMH_PARSED(((type *)0)->field) clamh_value;                                                                          \
        if (CLAMH_PARSER(((type *)0)->field)(&clamh_value, clamh_text, clamh_size) != 0) return clamh_refuse_value();          \
        ((type *)clamh_object)->field = (__typeof__(CLAMH_VALUE_OF(((type *)0)->field)))clamh_value;                           \
        return 0;                                                                                                              \
    }
#define CLAMH_VALUE_OF(lvalue) __extension__({ __auto_type clamh_copy = (lvalue); clamh_copy; })

#define CLAMH_ENUM_PARAM(id, type, field, ...)                                                                                 \
    static int clamh_##id##_assign(void *clamh_object, const char *clamh_text, size_t clamh_size) {                            \
        static const struct clamh_constant clamh_constants[] = {__VA_ARGS__, {(const char *)0, 0}};                            \
        long long clamh_value;                                                                                                 \
        (void)clamh_size;                                                                                                      \
        if (clamh_parse_constant(&clamh_value, clamh_text, clamh_constants) != 0) return clamh_refuse_value();                 \
        ((type *)clamh_object)->field = (__typeof__(((type *)0)->field))clamh_value;                                           \
        return 0;                                                                                                              \
    }

/* The last arguments are the type of the values, the least and the largest value. The wrapper calls this macro, because a macro of the user
 * with the name of an id is expanded if another macro passes the id on. */
#define CLAMH_PARAM_RECORD(id, number, name, owner, ...)                                                                       \
    static struct clamh_param clamh_##id##_param = {number, name, &clamh_##owner##_class, 0, __VA_ARGS__,                      \
                                                    &clamh_##id##_assign, (struct clamh_param *)0};                            \
    __attribute__((__constructor__)) static void clamh_##id##_register(void) { clamh_register_param(&clamh_##id##_param); }

#define CLAMH_IS_NUMBER(value) \
    CLAMH_BY_TYPE(value, 0, 1, 1, 1, 1, 1, 1, 0, 0)
#define CLAMH_COUNTER(id, number, name, owner, put, type, value)                                                               \
    static double clamh_##id##_value(void *clamh_object) {                                                                     \
        type *clamh_o0 = (type *)clamh_object;                                                                                 \
        CLAMH_ASSERT(CLAMH_IS_NUMBER(value), "CLAMH: a counter must be a field that is a number, or a function that returns one"); \
        return (double)(value);                                                                                                \
    }                                                                                                                          \
    static int clamh_##id##_read(void *clamh_object, double *clamh_value) {                                                    \
        return clamh_read_counter(&clamh_##id##_value, clamh_object, clamh_value);                                             \
    }                                                                                                                          \
    static struct clamh_counter clamh_##id##_counter = {number, name, &clamh_##owner##_class, put, &clamh_##id##_read,         \
                                                        (struct clamh_counter *)0};                                            \
    __attribute__((__constructor__)) static void clamh_##id##_register(void) { clamh_register_counter(&clamh_##id##_counter); }
#define CLAMH_PUT(id, type, field)                                                                                             \
    static void clamh_##id##_put(void *clamh_object, double clamh_value) {                                                     \
        ((type *)clamh_object)->field = (__typeof__(((type *)0)->field))clamh_value;                                           \
    }

#define CLAMH_CHECK(id, number, name, owner, type, call)                                                                       \
    static void clamh_##id##_write(void *clamh_object, struct clamh_text *clamh_text) {                                        \
        type *clamh_o0 = (type *)clamh_object;                                                                                 \
        CLAMH_WRITE_CALL(call);                                                                                                \
    }                                                                                                                          \
    static int clamh_##id##_read(void *clamh_object, struct clamh_text *clamh_text) {                                          \
        return clamh_write_check(&clamh_##id##_write, clamh_object, clamh_text);                                               \
    }                                                                                                                          \
    static struct clamh_check clamh_##id##_check = {number, name, &clamh_##owner##_class, &clamh_##id##_read,                  \
                                                    (struct clamh_check *)0};                                                  \
    __attribute__((__constructor__)) static void clamh_##id##_register(void) { clamh_register_check(&clamh_##id##_check); }

/* What only a wrapper knows. */
struct clamh_generated {
    const char *sources; /* JSON */
    const char *const *catalog, *const *openings;
    unsigned openings_count;
    const struct clamh_function *floor;
    int optimised, records;
};
extern const struct clamh_generated clamh_generated;

/* Asked where benchmarks are compiled: the rest of the worker is not optimised as they are. */
#ifdef __OPTIMIZE__
#define CLAMH_OPTIMISED 1
#else
#define CLAMH_OPTIMISED 0
#endif
/* Whether this process knows everything that Blackhole is given: unless a second build of the same source writes it down. */
#ifdef CLAMH_RECORDED_APART
#define CLAMH_RECORDS 0
#else
#define CLAMH_RECORDS 1
#endif

#endif
