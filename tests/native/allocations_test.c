/* Is every call of an allocator counted once, by whichever thread and file, and are bytes those that were asked for? */
#include "allocations.h"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

static int failures;
static void *volatile kept; /* so that the compiler keeps each pair of calls */

/* What `call` adds, which frees what it kept. */
#define CHECK(call, expected_count, expected_bytes)                                                                                  \
    do {                                                                                                                             \
        const struct allocations before = read_allocations();                                                                        \
        call;                                                                                                                        \
        const struct allocations after = read_allocations();                                                                         \
        if (after.count - before.count != (expected_count) || after.bytes - before.bytes != (expected_bytes)) {                      \
            printf("%s: %ld allocations of %ld bytes\n", #call, (long)(after.count - before.count), (long)(after.bytes - before.bytes)); \
            ++failures;                                                                                                              \
        }                                                                                                                            \
        free(kept);                                                                                                                  \
        kept = NULL;                                                                                                                 \
    } while (0)

static void *allocate_twice(void *unused) {
    for (int at = 0; at < 2; ++at) {
        void *volatile block = malloc(50);
        free(block);
    }
    return unused;
}

/* More threads than have a cell of their own. */
static void start_threads(void) {
    for (int at = 0; at < 1100; ++at) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, allocate_twice, NULL) == 0) pthread_join(thread, NULL);
    }
}

static void allocate_for_core(void) {
    is_allocating = true;
    kept = malloc(100);
    is_allocating = false;
}

static void align(void) {
    void *block = NULL;
    if (posix_memalign(&block, 64, 200) == 0) kept = block;
}

int main(void) {
    if (!can_count_allocations()) {
        printf("impossible\n");
        return 3;
    }
    kept = malloc(10);
    free(kept);
    if (!count_allocations() || read_allocations().count != 0) return 2;
    CHECK(kept = malloc(100), 1, 100);
    CHECK(kept = calloc(3, 100), 1, 300);
    CHECK(kept = realloc(NULL, 70), 1, 70);
    CHECK(kept = realloc(malloc(10), 1000), 2, 1010);
    CHECK(kept = reallocarray(NULL, 5, 8), 1, 40);
    CHECK(align(), 1, 200);
    CHECK(kept = aligned_alloc(64, 128), 1, 128);
    CHECK(kept = memalign(64, 100), 1, 100);
    CHECK(kept = strdup("1234567"), 1, 8); /* a call in another file */
    CHECK(kept = malloc(SIZE_MAX / 4), 0, 0);
    CHECK(free(NULL), 0, 0);
    CHECK(allocate_twice(NULL), 2, 100);
    CHECK(allocate_for_core(), 0, 0);
    const struct allocations before = read_allocations();
    start_threads();
    const struct allocations after = read_allocations();
    /* The system allocates for threads too, never 50 bytes. */
    if (after.count - before.count < 2200 || after.bytes - before.bytes < 2200 * 50) ++failures;
    if (!can_count_allocations() || !count_allocations()) ++failures;
    CHECK(kept = malloc(100), 1, 100); /* a second search changes nothing */
    printf("%d failures\n", failures);
    return failures > 0;
}
