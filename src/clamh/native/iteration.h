/* One iteration or slice of a case, and what is reported of it. */
#ifndef CLAMH_ITERATION_H
#define CLAMH_ITERATION_H

#include "channel.h"
#include "timing.h"

/* What begins before it and ends after it: 0 nothing (a slice within an iteration), 1 the iteration, 2 the trial too. */
enum outcome run_iteration(struct open_case *open, int begin, int end, const struct amount *amount);
enum outcome run_slice(struct open_case *open, int begin, int end, uint64_t warmin, uint64_t count);
void write_iteration(struct channel *channel, const struct open_case *open); /* its samples first */
void write_slice(struct channel *channel, const struct open_case *open);

enum { NUMBERS_IN_PART = 65536 };
void write_samples(struct channel *channel, const char *id, int thread, const int64_t *times, size_t count);

#endif
