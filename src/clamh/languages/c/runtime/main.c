/* What a C artifact has beside the core and the wrapper: it is compiled once for a compiler and its flags. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* newlocale */
#endif
#define CLAMH 1
#define CLAMH_WRAPPER
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../native/clamh_abi.h"
#include "../../c_family/runtime/edge.h"
#include "memory.h"
#include "operations.h"
#include "suspend.h"
#include "registry.h"
#if __has_include("platform.h")
#include "platform.h" /* written by the build: which platform this is */
#else
#define CLAMH_PLATFORM "c"
#define CLAMH_COMPILER "cc"
#define CLAMH_COMPILER_VERSION __VERSION__
#define CLAMH_FLAGS "[]"
#endif

int clamh_run(void (*stub)(void *const *, uint64_t), void *const *objects, uint64_t invocations) { CLAMH_GUARDED((stub(objects, invocations), 0)); }
int clamh_write_result(void (*stub)(void *const *, struct clamh_text *), void *const *objects, struct clamh_text *text) { CLAMH_GUARDED((stub(objects, text), 0)); }
int clamh_write_check(void (*stub)(void *, struct clamh_text *), void *object, struct clamh_text *text) { CLAMH_GUARDED((stub(object, text), 0)); }
int clamh_read_counter(double (*stub)(void *), void *object, double *value) { CLAMH_GUARDED((*value = stub(object), 0)); }

void clamh_fail(const char *format, ...) {
    char text[4096];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (clamh_the_edge == NULL) { /* a thread that the user started: nothing of ours is around it */
        fprintf(stderr, "clamh_fail in a thread that CLAMH did not start: %s\n", text);
        abort();
    }
    clamh_throw(text, strlen(text));
    CLAMH_GO_BACK(*clamh_the_edge);
}

void clamh_destroy_nothing(void *object) { (void)object; }

int clamh_refuse_value(void) {
    static const char message[] = "CLAMH: this value is none of the field's type";
    clamh_throw(message, sizeof message - 1);
    return 1;
}

static int make_zeroed(void *place, size_t size) {
    memset(place, 0, size);
    return 0;
}
static void free_arrays(void *memory) { clamh_memory_free(memory); }

/* The core fills their objects. */
#define INJECTED(name)                                                                   \
    static int make_##name(void *place) { return make_zeroed(place, sizeof(struct clamh_##name)); }
#define RECORD(name, kind, destroy) \
    [kind] = {0, NULL, CLAMH_THREAD, kind, sizeof(struct clamh_##name), _Alignof(struct clamh_##name), &make_##name, &destroy, NULL}
INJECTED(blackhole)
INJECTED(control)
INJECTED(benchmark_params)
INJECTED(iteration_params)
INJECTED(thread_params)
INJECTED(random)
INJECTED(memory)
INJECTED(operations)
INJECTED(suspension)
struct clamh_class clamh_injected_classes[CLAMH_INJECTED_KINDS] = {
    RECORD(blackhole, CLAMH_BLACKHOLE, clamh_destroy_nothing),
    RECORD(control, CLAMH_CONTROL, clamh_destroy_nothing),
    RECORD(benchmark_params, CLAMH_BENCHMARK_PARAMS, clamh_destroy_nothing),
    RECORD(iteration_params, CLAMH_ITERATION_PARAMS, clamh_destroy_nothing),
    RECORD(thread_params, CLAMH_THREAD_PARAMS, clamh_destroy_nothing),
    RECORD(random, CLAMH_RANDOM, clamh_destroy_nothing),
    RECORD(memory, CLAMH_MEMORY, free_arrays),
    RECORD(operations, CLAMH_OPERATIONS, clamh_destroy_nothing),
    RECORD(suspension, CLAMH_SUSPEND, clamh_destroy_nothing)};
__attribute__((constructor)) static void register_injected(void) {
    for (int kind = CLAMH_STATE + 1; kind < CLAMH_INJECTED_KINDS; ++kind) {
        if (clamh_injected_classes[kind].construct != NULL) clamh_register_class(&clamh_injected_classes[kind]);
    }
}

#if defined(__GLIBC__)
#define CLAMH_TEXT_OF(NUMBER) #NUMBER
#define CLAMH_TEXT(NUMBER) CLAMH_TEXT_OF(NUMBER)
#define CLAMH_RUNTIME "glibc " CLAMH_TEXT(__GLIBC__) "." CLAMH_TEXT(__GLIBC_MINOR__)
#else
#define CLAMH_RUNTIME ""
#endif

int main(int count, char **arguments) {
    const struct clamh_generated *const generated = &clamh_generated;
    static struct clamh_artifact artifact = {.language = "c", .platform = CLAMH_PLATFORM, .toolchain = CLAMH_COMPILER, .version = CLAMH_COMPILER_VERSION,
                                             .flags = CLAMH_FLAGS, .runtime = CLAMH_RUNTIME};
    artifact.sources = generated->sources;
    artifact.optimised = generated->optimised, artifact.records = generated->records;
    artifact.catalog = generated->catalog;
    artifact.openings = generated->openings, artifact.openings_count = generated->openings_count;
    artifact.floor = generated->floor;
    return clamh_main(&artifact, count, arguments);
}

#include "canonical.c"
#include "../../c_family/runtime/opening.c"
