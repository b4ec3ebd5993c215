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

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the
// least of three was off by up to two, and one that was interrupted by far more. `run` does it that many times and says how
// long it took.
template <class Run>
double calibrated(Run run, long long aim, long long single) {
    const long long enough = larger(aim / 8, 1);
    unsigned long count = 1;
    long long elapsed = single;
    while (elapsed < enough && count < 10'000'000) {  // enough to extrapolate from
        const long long factor = larger(enough / larger(elapsed, 1) + 1, 2);
        count *= static_cast<unsigned long>(factor < 10 ? factor : 10);
        elapsed = run(count);
    }
    long long runs[9];
    for (int done = 0; done < 9; ++done) {  // kept in order
        const long long one = run(count);
        int at = done;
        for (; at > 0 && runs[at - 1] > one; --at) runs[at] = runs[at - 1];
        runs[at] = one;
    }
    return static_cast<double>(aim) * static_cast<double>(count) / static_cast<double>(larger(runs[4], 1));
}

Iteration sample_time(Case &open, long long time_ns);                  // mode sample
Iteration sample_count(Case &open, unsigned long long batches);

}  // namespace clamh
