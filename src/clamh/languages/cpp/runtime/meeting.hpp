// How the threads of a case come together for an iteration, and apart after it.
#pragma once

#include <pthread.h>

#include "fixtures.hpp"

namespace clamh {

struct Case;

// What several threads read and write, alone in its granule.
struct alignas(granule) Cell {
    long long value = 0;
    long long get() const { return __atomic_load_n(&value, __ATOMIC_ACQUIRE); }
    void set(long long to) { __atomic_store_n(&value, to, __ATOMIC_RELEASE); }
    long long add(long long more) { return __atomic_add_fetch(&value, more, __ATOMIC_ACQ_REL); }
};

class Meeting {
public:
    explicit Meeting(Case &of);
    Meeting(const Meeting &) = delete;
    Meeting &operator=(const Meeting &) = delete;
    ~Meeting();

    void begin(bool crowded);  // before each iteration, by one thread: `crowded` when there are more threads than CPUs

    // All wait for all, awake; throw Released when another thread has failed.
    void meet();
    // As meet(), and again until all came so soon after each other that none can have been asleep: woken one after the other on
    // one CPU two threads take turns, and most of a short count is over before the second begins. A crowd meets once.
    void meet_closely();

    void run() { running.add(1); }
    bool all_run() const { return running.get() >= threads || over(); }
    void arrive(long long slowest_ns);  // an invocation of this thread took so long
    bool all_arrived() const { return arrived.get() >= threads || broken(); }

    // The measurement is over for all: Control says so.
    void stop();
    bool over() const { return stopped.get() != 0; }
    void fail();  // as stop(), and nobody waits any more
    bool broken() const { return failed.get() != 0; }

    // How long it is no wonder that an invocation lasts.
    long long patience_ns() const { return slowest.get() > 250'000 ? 4 * slowest.get() : 1'000'000; }
    // Waits asleep until no thread is within an invocation. One of them may wait for a partner that has arrived here: when it does
    // not come back in `patience_ns`, those who are here help by calling once more, and at last
    // Control is told to stop. Throws what `call` throws.
    template <class Call>
    void leave(long long patience_ns, const Call &call) {
        leave(patience_ns, [](const void *what) { (*static_cast<const Call *>(what))(); }, &call);
    }

private:
    void leave(long long patience_ns, void (*call)(const void *), const void *what);
    void hold_on() const;

    Case &open;
    const long long threads;
    bool crowd = false;
    Cell waiting, round, running, arrived, stopped, failed, slowest;
    Cell first_ns, last_ns, took_ns;  // of rounds, by the system's clock
    long long outside = 0;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed;
};

}  // namespace clamh
