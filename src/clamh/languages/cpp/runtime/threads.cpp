#include "threads.hpp"

#include <algorithm>

#include "clock.hpp"

namespace clamh {

namespace {

constexpr std::size_t most_samples = 2000;
constexpr long long aimed_samples = 1000;  // half, so that a benchmark that becomes faster rarely needs a fold
constexpr long long shortest_sample = 1000;  // in clock resolutions
constexpr long long most_speed_readings = 64;

struct Loop {
    void (*repeat)(void *const *, unsigned long);
    std::vector<void *> objects;
    Iteration result;

    explicit Loop(const Case &open) : repeat(open.benchmark->repeat), objects(open.objects(*open.benchmark)) {
        result.sample_ns.reserve(most_samples);
        result.speed_ns.reserve(most_speed_readings);
    }

    long long time(unsigned long invocations) {
        result.all_invocations += invocations;
        return timed(repeat, objects.data(), invocations);
    }

    void keep(long long elapsed) {
        result.invocations += result.sample_invocations;
        result.elapsed_ns += elapsed;
        result.sample_ns.push_back(elapsed);
    }

    // Neighbours become one sample of twice the length: the series stays uniform and bounded.
    void fold() {
        std::vector<long long> &series = result.sample_ns;
        for (std::size_t pair = 0; pair < series.size() / 2; ++pair) series[pair] = series[2 * pair] + series[2 * pair + 1];
        series.resize(series.size() / 2);
        result.sample_invocations *= 2;
    }
};

// How many invocations make a sample of `aim`; median of nine short runs, as the least of three was off by up to two.
unsigned long calibrated(Loop &loop, long long aim, long long single) {
    const long long enough = std::max(aim / 8, 1LL);
    unsigned long count = 1;
    long long elapsed = single;
    while (elapsed < enough && count < 10'000'000) {  // enough to extrapolate from
        const unsigned long factor = static_cast<unsigned long>(std::clamp(enough / std::max(elapsed, 1LL) + 1, 2LL, 10LL));
        count *= factor;
        elapsed = loop.time(count);
    }
    long long runs[9];
    for (long long &run : runs) run = loop.time(count);
    std::nth_element(runs, runs + 4, runs + 9);
    const double per_invocation = static_cast<double>(std::max(runs[4], 1LL)) / static_cast<double>(count);
    return static_cast<unsigned long>(std::max(1.0, static_cast<double>(aim) / per_invocation + 0.5));
}

}  // namespace

Iteration measure_time(const Case &open, long long time_ns) {
    Loop loop(open);
    Iteration &result = loop.result;
    // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
    const long long aim =
        the_clock.counted ? 1 : std::max(2 * shortest_sample * the_clock.resolution_ns(), time_ns / aimed_samples);

    // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
    // second one decides, since the first may have been long by accident (cold pages, a switch).
    result.sample_invocations = 1;
    const long long first = loop.time(1);
    if (first >= time_ns) {
        loop.keep(first);
    } else {
        const long long second = first >= aim ? loop.time(1) : first;
        if (first >= aim && second >= aim / 2) {
            loop.keep(first);
            loop.keep(second);
        } else {
            result.sample_invocations = calibrated(loop, aim, second);
        }
    }

    // CPU-speed readings take at most a thousandth of the time, spread over the iteration.
    const long long cost = speed_cost();
    long long spent = 0, due = time_ns / most_speed_readings;
    const Switches before = switches();
    while (result.elapsed_ns < time_ns) {
        if (result.sample_ns.size() == most_samples) loop.fold();
        loop.keep(loop.time(result.sample_invocations));
        if (result.elapsed_ns >= due && 1000 * (spent + cost) <= result.elapsed_ns) {
            result.speed_ns.push_back(speed_reading());
            spent += result.speed_ns.back();
            due = result.elapsed_ns + time_ns / most_speed_readings;
        }
    }
    const Switches after = switches();
    result.switched = {difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary)};
    return result;
}

Iteration measure_count(const Case &open, unsigned long invocations) {
    Loop loop(open);
    loop.result.sample_invocations = invocations;
    const Switches before = switches();
    loop.keep(loop.time(invocations));
    const Switches after = switches();
    loop.result.switched = {difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary)};
    return loop.result;
}

void measure_samples(const Case &open, unsigned long invocations, std::vector<long long> &elapsed_ns) {
    const std::vector<void *> objects = open.objects(*open.benchmark);
    for (long long &elapsed : elapsed_ns) elapsed = timed(open.benchmark->repeat, objects.data(), invocations);
}

}  // namespace clamh
