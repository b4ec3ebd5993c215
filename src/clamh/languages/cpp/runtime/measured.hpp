// What the modes share: the case's loop with its fixtures around it, and what is kept of it.
#pragma once

#include "clock.hpp"
#include "threads.hpp"

namespace clamh {

constexpr std::size_t most_samples = 2000;
constexpr long long most_speed_readings = 64;

inline long long larger(long long a, long long b) { return a > b ? a : b; }

struct Measured {
    Case &open;
    void (*repeat)(void *const *, unsigned long);
    List<void *> objects;
    const bool around;  // there are fixtures around each invocation, or in sample mode around each batch
    const harness_utils::Operations *operations;
    harness_utils::Control *control;
    Iteration result;

    explicit Measured(Case &of);

    // Everything until now was to learn how long invocations take, and counts for nothing.
    void begin();
    void end();
    // A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the time.
    void read_speed(long long elapsed, long long whole);

    void batches(unsigned long long count, unsigned long invocations);  // one after the other, not timed
    Stretch batch(unsigned long invocations);                           // one, timed as a whole
    long long time(unsigned long invocations);                          // each by itself where fixtures are around it

private:
    Switches before = {0, 0};
    long long said_before = 0, said_first = 0, speed_ns = 0, speed_due = 0;
};

Iteration sample_time(Case &open, long long time_ns);                  // mode sample
Iteration sample_count(Case &open, unsigned long long batches);

}  // namespace clamh
