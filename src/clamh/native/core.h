/* What the files of the core share: texts, failures, lists. */
#ifndef CLAMH_CORE_H
#define CLAMH_CORE_H

#include "names.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU sets, RUSAGE_THREAD */
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clamh_abi.h"

/* What a step came to. RELEASED: it cannot go on because another thread failed, whose failure is reported. */
enum outcome { DONE, FAILED, RELEASED };
#define TRY(step)                                   \
    do {                                            \
        const enum outcome outcome_ = (step);       \
        if (outcome_ != DONE) return outcome_;      \
    } while (0)

enum { GRANULE = 128 }; /* two cache lines: adjacent-line prefetch makes neighbours share */

struct clamh_text {
    char *bytes; /* ends with a zero byte once anything was added */
    size_t size, room;
};

struct texts {
    struct clamh_text *items;
    size_t count, room;
};

void *allocate(size_t size);                        /* zeroed; ends the process when there is no memory */
void *allocate_aligned(size_t size, size_t alignment);
void *grow(void *items, size_t *room, size_t needed, size_t size); /* an array with room for `needed` items */

void text_clear(struct clamh_text *text);
void text_free(struct clamh_text *text);
void text_print(struct clamh_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_string(const struct clamh_text *text);
struct clamh_text *texts_add(struct texts *texts); /* a new one at the end */
void texts_free(struct texts *texts);

/* The failure of this thread. `fail` and `raise_user` set it and return FAILED. */
struct failure {
    const char *reason;
    struct clamh_text where, message;
    int thread; /* -1: there is only one */
};
extern _Thread_local struct failure the_failure;
enum outcome fail(const char *reason, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));
enum outcome malformed(void);
void forget_thrown(void);
bool was_thrown(void); /* since forget_thrown() */
enum outcome raise_user(const char *reason, const char *where); /* with the message of clamh_throw */
void failure_move(struct failure *to, struct failure *from);
void failure_free(struct failure *failure);

static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
