// The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for.
#pragma once

#include <pthread.h>

#include "failure.hpp"
#include "list.hpp"
#include "loop.hpp"

namespace clamh {

struct Call {
    const Function *function = nullptr;
    List<void *> objects;
};

constexpr std::size_t granule = 128;  // two lines: adjacent-line prefetch makes neighbours share

// One level of a state that several threads have: the first to come sets it up while the others wait, the last tears it
// down; around invocations, as in JMH, the first to come does that too.
struct alignas(granule) Shared {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int users = 0, left = 0;
    bool done = false, failed = false;
};

// Those of one state, or of no state. What a thread writes is in granules of its own.
struct alignas(granule) Turn {
    List<Call> setups, teardowns;
    bool done = false;  // set up: from the first setup that came to its end, since only its teardowns can undo that one
    Shared *shared = nullptr;
};

struct Fixtures {
    List<Turn> turns;  // in the order of setting up
    bool first_tears_down = false;

    bool empty() const;
    void set_up();     // throws Failure, or Released where another thread's setup has failed
    void tear_down();  // of what was set up, in reverse; throws the first Failure, after all of them
};

// Thrown in a thread that cannot go on since another one failed: that one's failure is told.
struct Released {};

}  // namespace clamh
