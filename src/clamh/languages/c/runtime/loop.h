/* The measured loop, one stub per benchmark, and the registration of benchmarks and fixtures around it.
 *
 * The stub is never inlined and takes its objects at run time; the benchmark is inlined into it. Per invocation: the call, the sink of what
 * it returned, and one full fence. The fence makes the compiler assume that every field whose address is known, and every global that some
 * code writes, has changed; laundering the pointers once makes all of them known.
 *
 * What stands here is expanded behind the user's text, so it has only names that begin with clamh_, and keywords. */
#ifndef CLAMH_C_LOOP_H
#define CLAMH_C_LOOP_H

#include "blackhole.h"

/* In main.c: calls the user's code; 1 if it failed, after saying how. */
int clamh_run(void (*clamh_stub)(void *const *, uint64_t), void *const *clamh_objects, uint64_t clamh_invocations);
int clamh_write_result(void (*clamh_stub)(void *const *, struct clamh_text *), void *const *clamh_objects, struct clamh_text *clamh_text);
int clamh_write_check(void (*clamh_stub)(void *, struct clamh_text *), void *clamh_object, struct clamh_text *clamh_text);
int clamh_read_counter(double (*clamh_stub)(void *), void *clamh_object, double *clamh_value);

/* The objects of a stub, each as what its function takes. */
#define CLAMH_OBJECT(number, type) type clamh_o##number = (type)clamh_objects[number]
#define CLAMH_LAUNDERED(number, type) \
    CLAMH_OBJECT(number, type);       \
    CLAMH_LAUNDER(clamh_o##number)

/* `takes` makes and launders the objects, `call` is the call with its sink. */
#define CLAMH_REPEAT(id, takes, call)                                                                                               \
    CLAMH_NOINLINE __attribute__((__used__)) static void clamh_##id##_repeat(void *const *clamh_objects, uint64_t clamh_invocations) { \
        (void)clamh_objects;                                                                                                        \
        takes;                                                                                                                      \
        CLAMH_FENCE();                                                                                                              \
        for (; clamh_invocations > 0; --clamh_invocations) {                                                                        \
            call;                                                                                                                   \
            CLAMH_FENCE();                                                                                                          \
        }                                                                                                                           \
    }                                                                                                                               \
    static int clamh_##id##_run(void *const *clamh_objects, uint64_t clamh_invocations) {                                           \
        return clamh_run(&clamh_##id##_repeat, clamh_objects, clamh_invocations);                                                   \
    }

#define CLAMH_RETURNED(id, takes, call)                                                                     \
    static void clamh_##id##_write(void *const *clamh_objects, struct clamh_text *clamh_text) {             \
        (void)clamh_objects, (void)clamh_text;                                                              \
        takes;                                                                                              \
        call;                                                                                               \
    }                                                                                                       \
    static int clamh_##id##_returned(void *const *clamh_objects, struct clamh_text *clamh_text) {           \
        return clamh_write_result(&clamh_##id##_write, clamh_objects, clamh_text);                          \
    }
/* What is done with a call's result; one that returns nothing is only called. The other branch is not compiled. */
#define CLAMH_IS_NOTHING(call) CLAMH_SAME(call, void)
#define CLAMH_WITH_RESULT(call, result, use)                                                   \
    do {                                                                                       \
        if (CLAMH_IS_NOTHING(call)) {                                                          \
            (void)(call);                                                                      \
        } else {                                                                               \
            __extension__ __auto_type result = __builtin_choose_expr(CLAMH_IS_NOTHING(call), 0, call); \
            use;                                                                               \
        }                                                                                      \
    } while (0)
#define CLAMH_SINK(call) CLAMH_WITH_RESULT(call, clamh_result, CLAMH_SINK_OF(clamh_result))
#define CLAMH_WRITE_CALL(call) CLAMH_WITH_RESULT(call, clamh_result, CLAMH_WRITE(clamh_text, clamh_result))

/* Checks of what the parse believed of a function: `call` has null pointers of the types in brackets. For clang a const before what a
 * function returns belongs to its type; a call has none. */
#define CLAMH_ASSERT(condition, message) __extension__ _Static_assert(condition, message)
#define CLAMH_ASSERT_TYPES(function, call, ...)                                                                           \
    CLAMH_ASSERT(__builtin_types_compatible_p(__typeof__(function), __typeof__(call)(__VA_ARGS__)) ||                     \
                     __builtin_types_compatible_p(__typeof__(function), __typeof__(const __typeof__(call))(__VA_ARGS__)), \
                 "CLAMH: the parameters are not of the types that CLAMH read in the source")

#define CLAMH_FUNCTION(kind, id, number, place, name, group, returned, count, ...)                                                        \
    static const struct clamh_class *const clamh_##id##_takes[] = {__VA_ARGS__};                                                          \
    static struct clamh_function clamh_##id##_function = {number, place, name, group, clamh_##id##_takes, count, &clamh_##id##_run,       \
                                                          returned, (struct clamh_function *)0, (const char *const *)0};                  \
    __attribute__((__constructor__)) static void clamh_##id##_register(void) { clamh_register_##kind(&clamh_##id##_function); }

#endif
