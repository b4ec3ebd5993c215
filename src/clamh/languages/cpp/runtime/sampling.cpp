
#include "measured.hpp"

namespace clamh {

namespace {

constexpr long long aimed_samples = 1000;  // half, so that a benchmark that becomes faster rarely needs a fold
constexpr long long shortest_sample = 1000;  // in clock resolutions

}  // namespace

long long aimed_sample(long long time_ns) {
    // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
    return the_clock.counted ? 1 : larger(2 * shortest_sample * the_clock.resolution_ns(), time_ns / aimed_samples);
}

unsigned long sample_size(Measured &loop, long long aim, long long single) {
    const double wanted = calibrated([&](unsigned long count) { return loop.time(count); }, aim, single) + 0.5;
    return wanted > 1 ? static_cast<unsigned long>(wanted) : 1;
}

// With a chance of 1/(mean + 1) for each, independently.
Gaps::Gaps(harness_utils::Random &of, double mean) : random(of), scale(mean > 0 ? 1 / __builtin_log1p(-1 / (mean + 1)) : 0) {}

unsigned long long Gaps::next() {
    if (scale == 0) return 0;
    const double uniform = 1 - random.nextDouble();  // above 0, at most 1
    return static_cast<unsigned long long>(__builtin_log(uniform) * scale);
}

double mean_gap(Measured &loop, unsigned long invocations, long long single) {
    // A counted clock says nothing of how long more batches take.
    const double apart = static_cast<double>(sampled_every_ns);
    const auto run = [&](unsigned long count) {
        const long long start = the_clock.now();
        loop.batches(count, invocations);
        return the_clock.now() - start;
    };
    const double mean =
        (the_clock.counted ? apart / static_cast<double>(larger(single, 1)) : calibrated(run, sampled_every_ns, single)) - 1;
    return mean < 0 ? 0 : mean;
}

unsigned long batch_size(const Case &open) { return static_cast<unsigned long>(open.warmup ? open.warmup_batch : open.batch); }

}  // namespace clamh
