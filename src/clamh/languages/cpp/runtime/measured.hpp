// What the modes share: one thread's loop with its fixtures around it, and what is kept of it.
#pragma once

#include "case.hpp"
#include "clock.hpp"

namespace clamh {

constexpr std::size_t most_samples = 2000;
constexpr std::size_t most_samples_of_all = 40'000;  // threads together, so that they fit into one line
constexpr long long most_speed_readings = 64;

inline long long larger(long long a, long long b) { return a > b ? a : b; }

struct Measured {
    Thread &thread;
    const Case &open;
    void (*repeat)(void *const *, unsigned long);
    List<void *> objects;
    Fixtures &fixtures;  // around each invocation, in sample mode around each batch
    const bool around;   // there are such
    const harness_utils::Operations *operations;
    harness_utils::Control *control;
    Iteration result;
    long long slowest_ns = 0;  // an invocation took, as far as is known

    explicit Measured(Thread &of);

    // Everything until now was to learn how long invocations take, and counts for nothing.
    void begin();
    void end();
    void count_scheduling();
    void meet();  // comes together with the other threads, and begins
    // What invocations have counted so far is the measurement's; those after it count for nothing.
    void mark();
    Iteration &&told();
    // A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the time.
    void read_speed(long long elapsed, long long whole);

    void batches(unsigned long long count, unsigned long invocations);  // one after the other, not timed
    Stretch batch(unsigned long invocations);                           // one, timed as a whole
    long long time(unsigned long invocations);                          // each by itself where fixtures are around it
    void slice(unsigned long invocations);                              // the timed part of a slice, which has no series

    void learn(long long elapsed, unsigned long invocations);
    void make_room();                                                   // for one more sample
    void keep(long long elapsed);                                       // a sample of the series
    void keep(const Stretch &stretch, unsigned long invocations);       // a batch of mode sample

private:
    List<double> counted;  // what counters were at the last mark, where others call un-timed
    Scheduling before = {0, 0, 0};
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

// A series' samples are as long as this, at least.
long long aimed_sample(long long time_ns);
// How many invocations take `aim`, from a single one that took `single`.
unsigned long sample_size(Measured &loop, long long aim, long long single);

// Mode sample: how many batches go by untimed before the next timed one, so that there are 20 samples a millisecond.
constexpr long long sampled_every_ns = 50'000;
double mean_gap(Measured &loop, unsigned long invocations, long long single);
struct Gaps {
    harness_utils::Random &random;
    double scale;

    Gaps(harness_utils::Random &of, double mean);
    unsigned long long next();
};
unsigned long batch_size(const Case &open);

// One iteration in the mode of the case: until `time_ns` has been measured, or, when that is 0, exactly `batches`. Throws
// Failure `clock`, `teardown`, `setup`, Released, and what the benchmark throws.
Iteration measure(Thread &thread, long long time_ns, unsigned long long batches);
// One slice: `warmin` invocations that count for nothing, then `count` that are timed.
Iteration measure_slice(Thread &thread, unsigned long warmin, unsigned long count);
// How long so many invocations take; with fixtures around each, the sum of what is between them.
long long measure_sample(Thread &thread, void *const *objects, unsigned long invocations);

Iteration measure_time(Thread &thread, long long time_ns);         // alone.cpp
Iteration measure_invocations(Thread &thread, long long time_ns);  // with fixtures around each
Iteration sample_time(Thread &thread, long long time_ns);
Iteration window(Thread &thread, long long time_ns);               // window.cpp: of several threads
Iteration slice_window(Thread &thread, unsigned long warmin, unsigned long count);
Iteration stretches(Thread &thread, long long time_ns);            // stretches.cpp: of several that may wait for each other

}  // namespace clamh
