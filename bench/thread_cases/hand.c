// The same with threads as a careful person writes them; nothing of CLAMH is in here. `hand NAME THREADS`; of each line of
// standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, since a fixed count ends with a part in which the slower thread runs alone: no thread's time begins before
// all run, and each runs on until all have read the clock for the last time.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

enum { MOST = 64, CHUNK_NS = 100000 };  // between two readings of the clock

static inline void fence(void) { __asm__ volatile("" ::: "memory"); }
static inline void use(long value) { __asm__ volatile("" : : "r"(value)); }

typedef struct {
    _Alignas(128) Own state;
    unsigned long chunk;
    double ns;
} Thread;

typedef struct {
    _Alignas(128) atomic_int threads;
} Line;

static Thread threads[MOST];
static _Alignas(128) Shared everyone;
static Line running, over;
static int number;
static long length;
static void (*loop)(Thread *, unsigned long);
static pthread_barrier_t turn;

__attribute__((noinline)) static void empty(Thread *thread, unsigned long passes) {
    (void)thread;
    for (; passes > 0; --passes) fence();
}

__attribute__((noinline)) static void own(Thread *thread, unsigned long passes) {
    for (; passes > 0; --passes) {
        use(add_own(&thread->state));
        fence();
    }
}

__attribute__((noinline)) static void shared(Thread *thread, unsigned long passes) {
    (void)thread;
    for (; passes > 0; --passes) {
        use(add_shared(&everyone));
        fence();
    }
}

static long now(void) {
    struct timespec read;
    clock_gettime(CLOCK_MONOTONIC, &read);
    return read.tv_sec * 1000000000L + read.tv_nsec;
}

static void measure(Thread *thread) {
    thread->chunk = 1;
    for (long took = 0; took < CHUNK_NS;) {
        thread->chunk *= 2;
        const long begun = now();
        loop(thread, thread->chunk);
        took = now() - begun;
    }
    atomic_fetch_add(&running.threads, 1);
    while (atomic_load(&running.threads) < number) loop(thread, thread->chunk);
    unsigned long passes = 0;
    const long begun = now();
    long ended = begun;
    for (; ended - begun < length; ended = now()) {
        loop(thread, thread->chunk);
        passes += thread->chunk;
    }
    atomic_fetch_add(&over.threads, 1);
    while (atomic_load(&over.threads) < number) loop(thread, thread->chunk);
    thread->ns = (double)(ended - begun) / (double)passes;
}

static void *live(void *own_thread) {
    for (;;) {
        pthread_barrier_wait(&turn);
        measure(own_thread);
        pthread_barrier_wait(&turn);
    }
    return NULL;
}

int main(int count, char **arguments) {
    if (count < 3) return 1;
    loop = strcmp(arguments[1], "empty") == 0 ? empty : strcmp(arguments[1], "own") == 0 ? own : shared;
    number = atoi(arguments[2]);
    pthread_barrier_init(&turn, NULL, (unsigned)number + 1);
    for (int k = 0; k < number; ++k) {
        pthread_t id;
        if (number > MOST || pthread_create(&id, NULL, live, &threads[k]) != 0) return 1;
    }
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        length = atol(line);
        atomic_store(&running.threads, 0);
        atomic_store(&over.threads, 0);
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        double sum = 0;
        for (int k = 0; k < number; ++k) sum += threads[k].ns;
        printf("%.6f\n", sum / number);
        fflush(stdout);
    }
    _Exit(0);  // the threads wait for a turn
}
