/* One iteration or slice of a case, and what is reported of it. */
#pragma once

#include "channel.h"
#include "timing.h"

struct amount { /* a time to measure, or so many batches, or a slice: invocations after others that count for nothing */
    int64_t time_ns;
    uint64_t batches, warmin, invocations;
};

/* What begins before it and ends after it: 0 nothing (a slice within an iteration), 1 the iteration, 2 the trial too. */
enum outcome run_amount(struct open_case *open, int begin, int end, struct amount amount);
void write_iteration(struct channel *channel, const struct open_case *open); /* its samples first */
void write_slice(struct channel *channel, const struct open_case *open);

enum { NUMBERS_IN_PART = 65536 };
void write_samples(struct channel *channel, const char *id, int thread, const int64_t *times, size_t count);
