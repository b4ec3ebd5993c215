#include "threads.hpp"

#include "clock.hpp"

namespace clamh {

namespace {

constexpr std::size_t most_samples = 2000;
constexpr long long aimed_samples = 1000;  // half, so that a benchmark that becomes faster rarely needs a fold
constexpr long long shortest_sample = 1000;  // in clock resolutions
constexpr long long most_speed_readings = 64;

long long larger(long long a, long long b) { return a > b ? a : b; }

struct Loop {
    void (*repeat)(void *const *, unsigned long);
    List<void *> objects;
    Iteration result;

    explicit Loop(const Case &open) : repeat(open.benchmark->repeat), objects(open.objects(*open.benchmark)) {
        result.sample_ns.reserve(most_samples);
        result.speed_ns.reserve(most_speed_readings);
    }

    long long time(unsigned long invocations) {
        result.all_invocations += invocations;
        return timed(repeat, objects.begin(), invocations);
    }

    void keep(long long elapsed) {
        result.invocations += result.sample_invocations;
        result.elapsed_ns += elapsed;
        result.sample_ns.push(elapsed);
    }

    // Neighbours become one sample of twice the length: the series stays uniform and bounded.
    void fold() {
        List<long long> &series = result.sample_ns;
        for (std::size_t pair = 0; pair < series.size() / 2; ++pair) series[pair] = series[2 * pair] + series[2 * pair + 1];
        series.truncate(series.size() / 2);
        result.sample_invocations *= 2;
    }
};

// How many invocations make a sample of `aim`; median of nine short runs, as the least of three was off by up to two.
unsigned long calibrated(Loop &loop, long long aim, long long single) {
    const long long enough = larger(aim / 8, 1);
    unsigned long count = 1;
    long long elapsed = single;
    while (elapsed < enough && count < 10'000'000) {  // enough to extrapolate from
        const long long factor = larger(enough / larger(elapsed, 1) + 1, 2);
        count *= static_cast<unsigned long>(factor < 10 ? factor : 10);
        elapsed = loop.time(count);
    }
    long long runs[9];
    for (int done = 0; done < 9; ++done) {  // kept in order
        const long long run = loop.time(count);
        int at = done;
        for (; at > 0 && runs[at - 1] > run; --at) runs[at] = runs[at - 1];
        runs[at] = run;
    }
    const double per_invocation = static_cast<double>(larger(runs[4], 1)) / static_cast<double>(count);
    const double wanted = static_cast<double>(aim) / per_invocation + 0.5;
    return wanted > 1 ? static_cast<unsigned long>(wanted) : 1;
}

}  // namespace

Iteration measure_time(const Case &open, long long time_ns) {
    Loop loop(open);
    Iteration &result = loop.result;
    // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
    const long long aim =
        the_clock.counted ? 1 : larger(2 * shortest_sample * the_clock.resolution_ns(), time_ns / aimed_samples);

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
            result.speed_ns.push(speed_reading());
            spent += result.speed_ns.back();
            due = result.elapsed_ns + time_ns / most_speed_readings;
        }
    }
    const Switches after = switches();
    result.switched = {difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary)};
    return static_cast<Iteration &&>(result);
}

Iteration measure_count(const Case &open, unsigned long invocations) {
    Loop loop(open);
    loop.result.sample_invocations = invocations;
    const Switches before = switches();
    loop.keep(loop.time(invocations));
    const Switches after = switches();
    loop.result.switched = {difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary)};
    return static_cast<Iteration &&>(loop.result);
}

void measure_samples(const Case &open, unsigned long invocations, List<long long> &elapsed_ns) {
    const List<void *> objects = open.objects(*open.benchmark);
    for (long long &elapsed : elapsed_ns) elapsed = timed(open.benchmark->repeat, objects.begin(), invocations);
}

}  // namespace clamh
