// What one measuring thread brings home from one iteration.
#pragma once

#include "counters.hpp"
#include "histogram.hpp"

namespace clamh {

struct Iteration {
    unsigned long long invocations = 0, all_invocations = 0;
    long long said = 0, all_said = 0;  // operations that invocations said themselves, see Operations
    unsigned long long timings = 0;    // stretches whose clock readings count
    long long elapsed_ns = 0;
    long long first_ns = -1;  // of a trial's first iteration: its first invocation, in modes sample and ss its first batch
    unsigned long sample_invocations = 0;
    List<long long> sample_ns;
    List<long long> speed_ns;
    Histogram histogram;
    List<double> counted;  // of needs.counters
    Scheduling scheduled = {0, 0, 0};  // in the timed part
};

}  // namespace clamh
