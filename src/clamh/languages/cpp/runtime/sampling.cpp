// Mode sample: batches timed one by one, each as likely as every other.
#include <cmath>

#include "measured.hpp"

namespace clamh {

namespace {

constexpr long long sampled_every_ns = 50'000;  // 20 samples a millisecond, as JMH

// How many batches go by untimed before the next timed one: with a chance of 1/(mean + 1) for each, independently.
struct Gaps {
    harness_utils::Random &random;
    double scale;

    Gaps(harness_utils::Random &of, double mean) : random(of), scale(mean > 0 ? 1 / std::log1p(-1 / (mean + 1)) : 0) {}
    unsigned long long next() {
        if (scale == 0) return 0;
        const double uniform = 1 - random.nextDouble();  // above 0, at most 1
        return static_cast<unsigned long long>(std::log(uniform) * scale);
    }
};

unsigned long invocations_of(const Case &open) { return static_cast<unsigned long>(open.warmup ? open.warmup_batch : open.batch); }

void keep(Iteration &result, const Stretch &stretch, unsigned long invocations) {
    ++result.timings;
    result.invocations += invocations;
    result.elapsed_ns += stretch.elapsed();
    result.histogram.add(stretch.elapsed());
}

}  // namespace

Iteration sample_time(Case &open, long long time_ns) {
    Measured loop(open);
    Iteration &result = loop.result;
    result.histogram.begin();
    const unsigned long invocations = invocations_of(open);
    // A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may
    // have been long by accident.
    const Stretch first = loop.batch(invocations);
    result.first_ns = first.elapsed();
    const bool alone = first.elapsed() >= time_ns;
    const Stretch second = alone || first.elapsed() < sampled_every_ns ? first : loop.batch(invocations);
    double mean = 0;
    long long begun = first.start, now = second.stop;
    if (!alone && (first.elapsed() < sampled_every_ns || second.elapsed() < sampled_every_ns / 2)) {
        // A counted clock says nothing of how long more batches take.
        const double apart = static_cast<double>(sampled_every_ns), single = static_cast<double>(larger(second.elapsed(), 1));
        const auto run = [&](unsigned long count) {
            const long long start = the_clock.now();
            loop.batches(count, invocations);
            return the_clock.now() - start;
        };
        mean = (the_clock.counted ? apart / single : calibrated(run, sampled_every_ns, second.elapsed())) - 1;
        if (mean < 0) mean = 0;
        begun = now = the_clock.now();
    } else {
        keep(result, first, invocations);
        if (!alone) keep(result, second, invocations);
    }
    Gaps gaps(open.gaps, mean);
    while (now - begun < time_ns) {
        if (const unsigned long long skipped = gaps.next()) loop.batches(skipped, invocations);
        const Stretch stretch = loop.batch(invocations);
        keep(result, stretch, invocations);
        now = stretch.stop;
        loop.read_speed(now - begun, time_ns);
    }
    loop.end();
    return static_cast<Iteration &&>(result);
}

Iteration sample_count(Case &open, unsigned long long batches) {
    Measured loop(open);
    loop.result.histogram.begin();
    const unsigned long invocations = invocations_of(open);
    for (; batches > 0; --batches) keep(loop.result, loop.batch(invocations), invocations);
    loop.end();
    return static_cast<Iteration &&>(loop.result);
}

}  // namespace clamh
