#include "thread_pool.h"

#include <sched.h>
#include <sys/resource.h>

#include "cell.h"
#include "clock.h"

static const int64_t forever_ns = INT64_C(3600000000000);

struct member {
    struct thread_pool *pool;
    int index;
    pthread_t thread;
    int64_t id;
};

struct thread_pool {
    struct cell round, left, hurried; /* rounds of jobs; threads at one */
    struct member *members;
    int size;
    part_fn part;
    void *job;
    bool over;
    int64_t patience_ns;
    void (*lost)(void *job);
};

int64_t own_thread_id(void) {
#if defined(__linux__)
    return syscall(SYS_gettid);
#else
    return -1;
#endif
}

int count_processors(void) {
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? (int)online : 1;
}

/* For all; after a failure for a while only: the first thread, which else waits, may be what does not come back. */
static void wait_for_all(struct thread_pool *pool, int64_t current) {
    int64_t until = 0;
    for (int64_t others = cell_get(&pool->left); others > 0 && cell_get(&pool->round) == current; others = cell_get(&pool->left)) {
        if (cell_get(&pool->hurried) != 0) {
            if (until == 0) until = system_ns() + pool->patience_ns;
            if (system_ns() > until) pool->lost(pool->job);
        }
        cell_sleep(&pool->left, others, until == 0 ? forever_ns : pool->patience_ns);
    }
}

static void arrive(struct thread_pool *pool) {
    const int64_t current = cell_get(&pool->round); /* once it has arrived, another may begin */
    if (cell_add(&pool->left, -1) == 0) cell_wake(&pool->left);
    else if (cell_get(&pool->hurried) != 0) wait_for_all(pool, current);
}

static void *live(void *argument) {
    struct member *const own = (struct member *)argument;
    struct thread_pool *const pool = own->pool;
    own->id = own_thread_id();
    for (int64_t seen = 0;; ++seen) {
        arrive(pool);
        while (cell_get(&pool->round) == seen) cell_sleep(&pool->round, seen, forever_ns);
        if (pool->over) break;
        pool->part(pool->job, own->index);
    }
    close_scheduling();
    return NULL;
}

/* A benchmark that recurses needs the same stack in every thread: glibc gives it, macOS and musl give others than the first much less. */
static pthread_attr_t like_first_thread(void) {
    pthread_attr_t attributes;
    struct rlimit stack;
    pthread_attr_init(&attributes);
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY) pthread_attr_setstacksize(&attributes, (size_t)stack.rlim_cur);
    return attributes;
}

struct thread_pool *pool_start(int size) {
    struct thread_pool *const pool = ALLOCATE_ALIGNED(struct thread_pool, 1);
    pool->members = ALLOCATE(struct member, size);
    cell_set(&pool->left, size); /* and this one, which counts those that there are not */
    pthread_attr_t attributes = like_first_thread();
    int refused = 0;
    for (; pool->size < size && refused == 0; pool->size += refused == 0) {
        struct member *const member = &pool->members[pool->size];
        member->pool = pool, member->index = pool->size;
        if (pool->size == 0) member->thread = pthread_self(), member->id = own_thread_id();
        else refused = pthread_create(&member->thread, &attributes, live, member);
    }
    pthread_attr_destroy(&attributes);
    cell_add(&pool->left, pool->size - 1 - size);
    wait_for_all(pool, 0);
    if (refused == 0) return pool;
    fail("internal", "", "the system gives %d threads, not %d: %s", pool->size, size, strerror(refused));
    pool_end(pool);
    return NULL;
}

void pool_end(struct thread_pool *pool) {
    pool->over = true;
    cell_add(&pool->round, 1);
    cell_wake(&pool->round);
    for (int index = 1; index < pool->size; ++index) pthread_join(pool->members[index].thread, NULL);
    free(pool->members), free(pool);
}

void pool_run(struct thread_pool *pool, part_fn part, void *job) {
    pool->part = part, pool->job = job;
    cell_set(&pool->left, pool->size);
    cell_set(&pool->hurried, 0);
    cell_add(&pool->round, 1);
    cell_wake(&pool->round);
    part(job, 0);
    arrive(pool);
    wait_for_all(pool, cell_get(&pool->round));
}

void pool_hurry(struct thread_pool *pool, int64_t patience_ns, void (*lost)(void *job)) {
    pool->patience_ns = patience_ns, pool->lost = lost;
    cell_set(&pool->hurried, 1);
    cell_wake(&pool->left);
}

int64_t pool_thread_id(const struct thread_pool *pool, int thread) { return pool->members[thread].id; }

int pool_cpus(const struct thread_pool *pool) {
#if defined(__linux__)
    cpu_set_t all, own;
    CPU_ZERO(&all);
    for (int index = 0; sched_getaffinity((pid_t)pool->members[index].id, sizeof own, &own) == 0;) { /* or it has more CPUs than a set holds */
        CPU_OR(&all, &all, &own);
        if (++index == pool->size) return CPU_COUNT(&all);
    }
#endif
    (void)pool;
    return count_processors();
}
