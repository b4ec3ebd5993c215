/* What the files of the core share: texts, failures, lists.
 *
 * All of the core is C11, and it is C++17 as well: one C++ source may have to contain it (tests/native compiles both). So a void pointer
 * needs a cast, and no initialiser names members. */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU sets, RUSAGE_THREAD */
#endif
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clamh_abi.h"

/* What a step came to. RELEASED: it cannot go on because another thread failed, whose failure is reported. */
enum outcome { DONE, FAILED, RELEASED };
#define TRY(step)                                   \
    do {                                            \
        const enum outcome outcome_ = (step);       \
        if (outcome_ != DONE) return outcome_;      \
    } while (0)

enum { GRANULE = 128 }; /* two cache lines: adjacent-line prefetch makes neighbours share */
#define OWN_GRANULE __attribute__((aligned(GRANULE)))

struct texts {
    struct clamh_text *items;
    size_t count, room;
};

/* `count` objects of a type, zeroed; the process ends when there is no memory. */
#define ALLOCATE(type, count) ((type *)allocate((size_t)(count) * sizeof(type)))
#define ALLOCATE_ALIGNED(type, count) ((type *)allocate_aligned((size_t)(count) * sizeof(type), GRANULE))
void *allocate(size_t size);
void *allocate_aligned(size_t size, size_t alignment);
/* An array gets room for `needed` items. */
#define GROW(items, room, needed) ((items) = (__typeof__(items))grow((items), &(room), (needed), sizeof *(items)))
void *grow(void *items, size_t *room, size_t needed, size_t size);

void text_clear(struct clamh_text *text);
void text_free(struct clamh_text *text);
void text_print(struct clamh_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_string(const struct clamh_text *text);
struct clamh_text *texts_add(struct texts *texts); /* a new one at the end */
void texts_free(struct texts *texts);

bool read_digits(const char *text, size_t size, uint64_t most, uint64_t *value); /* false where there is anything else, or nothing */
static inline bool read_natural(const char *text, uint64_t most, uint64_t *value) { return read_digits(text, strlen(text), most, value); }

/* The failure of this thread. `fail` and `raise_user` set it and return FAILED. */
struct failure {
    const char *reason;
    struct clamh_text where, message;
    int thread; /* -1: there is only one */
};
extern __thread struct failure the_failure;
enum outcome fail(const char *reason, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));
enum outcome malformed(void);
void forget_thrown(void);
bool was_thrown(void); /* since forget_thrown() */
enum outcome raise_user(const char *reason, const char *where); /* with the message of clamh_throw */
void failure_move(struct failure *to, struct failure *from);
enum outcome raise_first(struct failure *first); /* DONE if there is none */

static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
