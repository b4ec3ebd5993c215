// The same with threads as a careful person writes them; nothing of CLAMH is in here. `hand NAME THREADS`; of each line of
// standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, since a fixed count ends with a part in which the slower thread runs alone: no thread's time begins before
// all run, and each runs on until all have read the clock for the last time.
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "work.hpp"

namespace {

constexpr int MOST = 64;
constexpr long CHUNK_NS = 100'000;  // between two readings of the clock

inline void fence() { asm volatile("" ::: "memory"); }
inline void used(long value) { asm volatile("" : : "r"(value)); }

struct alignas(128) Thread {
    Own state;
    unsigned long chunk = 1;
    double ns = 0;
};

struct alignas(128) Line {
    std::atomic<int> threads{0};
};

struct alignas(128) Everyone : Shared {};

Thread threads[MOST];
Everyone everyone;
Line running, over;
int number;
long length;
void (*loop)(Thread &, unsigned long);
pthread_barrier_t turn;

[[gnu::noinline]] void empty(Thread &, unsigned long passes) {
    for (; passes > 0; --passes) fence();
}

[[gnu::noinline]] void own(Thread &thread, unsigned long passes) {
    for (; passes > 0; --passes) {
        used(add(thread.state));
        fence();
    }
}

[[gnu::noinline]] void shared(Thread &, unsigned long passes) {
    for (; passes > 0; --passes) {
        used(add(everyone));
        fence();
    }
}

long now() {
    timespec read;
    clock_gettime(CLOCK_MONOTONIC, &read);
    return read.tv_sec * 1'000'000'000 + read.tv_nsec;
}

void measure(Thread &one) {
    one.chunk = 1;
    for (long took = 0; took < CHUNK_NS;) {
        one.chunk *= 2;
        const long begun = now();
        loop(one, one.chunk);
        took = now() - begun;
    }
    running.threads.fetch_add(1);
    while (running.threads.load() < number) loop(one, one.chunk);
    unsigned long passes = 0;
    const long begun = now();
    long ended = begun;
    for (; ended - begun < length; ended = now()) {
        loop(one, one.chunk);
        passes += one.chunk;
    }
    over.threads.fetch_add(1);
    while (over.threads.load() < number) loop(one, one.chunk);
    one.ns = static_cast<double>(ended - begun) / static_cast<double>(passes);
}

void *live(void *own) {
    for (;;) {
        pthread_barrier_wait(&turn);
        measure(*static_cast<Thread *>(own));
        pthread_barrier_wait(&turn);
    }
}

}  // namespace

int main(int, char **argv) {
    loop = std::strcmp(argv[1], "empty") == 0 ? empty : std::strcmp(argv[1], "own") == 0 ? own : shared;
    number = std::atoi(argv[2]);
    pthread_barrier_init(&turn, nullptr, static_cast<unsigned>(number) + 1);
    for (int k = 0; k < number; ++k) {
        pthread_t id;
        if (number > MOST || pthread_create(&id, nullptr, live, &threads[k]) != 0) return 1;
    }
    char line[64];
    while (std::fgets(line, sizeof line, stdin)) {
        length = std::atol(line);
        running.threads = over.threads = 0;
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        double sum = 0;
        for (int k = 0; k < number; ++k) sum += threads[k].ns;
        std::printf("%.6f\n", sum / number);
        std::fflush(stdout);
    }
    std::_Exit(0);  // the threads wait for a turn
}
