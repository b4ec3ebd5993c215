/* Threads of the system that do their parts of one job side by side, and sleep between two jobs. The caller's thread is the first. */
#pragma once

#include "core.h"

struct thread_pool;
typedef void (*part_fn)(void *job, int thread);

struct thread_pool *pool_start(int size); /* NULL after fail() */
void pool_end(struct thread_pool *pool);
void pool_run(struct thread_pool *pool, part_fn part, void *job); /* returns when all have done their parts */
/* From within a part: something failed, and whoever is through waits for the others only so long, then calls `lost`. */
void pool_hurry(struct thread_pool *pool, int64_t patience_ns, void (*lost)(void *job));
int64_t pool_thread_id(const struct thread_pool *pool, int thread);
int pool_cpus(const struct thread_pool *pool); /* on how many CPUs the threads may run together */
int64_t own_thread_id(void);                   /* -1 where the system does not say */
int count_processors(void);                    /* on which the calling thread may run */
