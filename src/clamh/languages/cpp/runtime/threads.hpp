// What a measuring thread does between two commands.
#pragma once

#include "case.hpp"
#include "counters.hpp"

namespace clamh {

struct Iteration {
    unsigned long long invocations = 0, all_invocations = 0;
    long long elapsed_ns = 0;
    unsigned long sample_invocations = 0;
    List<long long> sample_ns;
    List<long long> speed_ns;
    Switches switched = {0, 0};
};

// Until `time_ns` has been measured; throws Failure `clock`, and what the benchmark throws.
Iteration measure_time(const Case &open, long long time_ns);
// Exactly this many invocations, as one sample.
Iteration measure_count(const Case &open, unsigned long invocations);
// One timed sample after another.
void measure_samples(const Case &open, unsigned long invocations, List<long long> &elapsed_ns);

}  // namespace clamh
