// How the threads of a case come together for an iteration, and apart after it.
#pragma once

#include "sleep.hpp"

namespace clamh {

struct Case;

class Meeting {
public:
    explicit Meeting(Case &of);
    Meeting(const Meeting &) = delete;
    Meeting &operator=(const Meeting &) = delete;

    void begin(int in_turn);  // before each iteration, by one thread: so many threads take turns on each CPU

    // All wait for all, awake unless it is a crowd; throw Released when another thread has failed.
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
    void make_way() const;  // in a crowd, to those who are behind

    // How long it is no wonder that an invocation lasts.
    long long patience_ns() const { return slowest.get() > 250'000 ? 4 * slowest.get() : 1'000'000; }
    // The same where each has a number of calls to make: a slower partner's must not be cut short, nor one's that waits for a CPU.
    long long shot_patience_ns() const;
    // Waits asleep until no thread is within an invocation. One of them may wait for a partner that has arrived here: when it does
    // not come back in `patience_ns`, those who are here help by calling once more, and at last
    // Control is told to stop. Throws what `call` throws.
    template <class Call>
    void leave(long long patience_ns, const Call &call) {
        leave(patience_ns, [](const void *what) { (*static_cast<const Call *>(what))(); }, &call);
    }

private:
    void leave(long long patience_ns, void (*call)(const void *), const void *what);
    void come_out();

    Case &open;
    const long long threads;
    int turns = 1;
    bool crowd = false;
    Cell waiting, round, running, arrived, stopped, failed, slowest;
    Cell first_ns, last_ns, took_ns;  // of rounds, by the system's clock
    Cell outside;                     // of all invocations, for good unless it helps
    Cell help_ns;                     // when somebody may
};

}  // namespace clamh
