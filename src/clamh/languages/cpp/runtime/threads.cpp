#include "measured.hpp"

namespace clamh {

namespace {

constexpr long long aimed_samples = 1000;  // half, so that a benchmark that becomes faster rarely needs a fold
constexpr long long shortest_sample = 1000;  // in clock resolutions

// Neighbours become one sample of twice the length: the series stays uniform and bounded.
void fold(Iteration &result) {
    List<long long> &series = result.sample_ns;
    for (std::size_t pair = 0; pair < series.size() / 2; ++pair) series[pair] = series[2 * pair] + series[2 * pair + 1];
    series.truncate(series.size() / 2);
    result.sample_invocations *= 2;
}

void keep(Measured &loop, long long elapsed) {
    Iteration &result = loop.result;
    result.invocations += result.sample_invocations;
    if (loop.around) result.timings += result.sample_invocations;
    result.elapsed_ns += elapsed;
    result.sample_ns.push(elapsed);
}

Iteration measure_time(Case &open, long long time_ns) {
    Measured loop(open);
    Iteration &result = loop.result;
    // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
    const long long aim =
        the_clock.counted ? 1 : larger(2 * shortest_sample * the_clock.resolution_ns(), time_ns / aimed_samples);

    // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
    // second one decides, since the first may have been long by accident (cold pages, a switch).
    result.sample_invocations = 1;
    const long long first = loop.time(1);
    result.first_ns = first;
    if (first >= time_ns) {
        keep(loop, first);
    } else {
        const long long second = first >= aim ? loop.time(1) : first;
        if (first >= aim && second >= aim / 2) {
            keep(loop, first);
            keep(loop, second);
        } else {
            const double wanted = calibrated([&](unsigned long count) { return loop.time(count); }, aim, second) + 0.5;
            result.sample_invocations = wanted > 1 ? static_cast<unsigned long>(wanted) : 1;
            loop.begin();
        }
    }

    while (result.elapsed_ns < time_ns) {
        if (result.sample_ns.size() == most_samples) fold(result);
        keep(loop, loop.time(result.sample_invocations));
        loop.read_speed(result.elapsed_ns, time_ns);
    }
    loop.end();
    return static_cast<Iteration &&>(result);
}

// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The
// iteration's time is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
Iteration measure_invocations(Case &open, long long time_ns) {
    Measured loop(open);
    Iteration &result = loop.result;
    result.sample_invocations = 1;
    long long begun = 0, now = 0;
    do {
        if (result.sample_ns.size() == most_samples) fold(result);
        long long elapsed = 0;
        for (unsigned long long left = result.sample_invocations; left > 0; --left) {
            const Stretch stretch = loop.batch(1);
            if (result.all_invocations == 1) {
                begun = stretch.start;
                result.first_ns = stretch.elapsed();
            }
            now = stretch.stop;
            elapsed += stretch.elapsed();
        }
        keep(loop, elapsed);
        loop.read_speed(now - begun, time_ns);
    } while (now - begun < time_ns);
    loop.end();
    return static_cast<Iteration &&>(result);
}

Iteration measure_count(Case &open, unsigned long invocations) {
    Measured loop(open);
    loop.result.sample_invocations = invocations;
    const long long elapsed = loop.time(invocations);
    if (open.mode == "ss") loop.result.first_ns = elapsed;
    keep(loop, elapsed);
    // One batch between one pair of readings, whatever it costs to read.
    if (!loop.around && open.mode == "ss") loop.result.timings = 1;
    loop.end();
    return static_cast<Iteration &&>(loop.result);
}

}  // namespace

Measured::Measured(Case &of)
    : open(of), repeat(of.benchmark->repeat), objects(of.objects(*of.benchmark)), around(!of.invocation.empty()),
      operations(of.taken<harness_utils::Operations>()), control(of.taken<harness_utils::Control>()) {
    result.sample_ns.reserve(most_samples);
    result.speed_ns.reserve(most_speed_readings);
    said_first = Injected::operations(operations);
    speed_cost();
    begin();
    if (control != nullptr) control->startMeasurement = true;
}

void Measured::begin() {
    for (const Counter *counter : open.needs.counters) {
        if (counter->zero != nullptr) counter->zero(open.object(counter->owner));
    }
    said_before = Injected::operations(operations);
    before = switches();
}

void Measured::end() {
    const Switches after = switches();
    if (control != nullptr) control->stopMeasurement = true;
    result.switched = {difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary)};
    result.said = Injected::operations(operations) - said_before;
    result.all_said = Injected::operations(operations) - said_first;
}

void Measured::read_speed(long long elapsed, long long whole) {
    if (elapsed < speed_due + whole / most_speed_readings || 1000 * (speed_ns + speed_cost()) > elapsed) return;
    result.speed_ns.push(speed_reading());
    speed_ns += result.speed_ns.back();
    speed_due = elapsed;
}

void Measured::batches(unsigned long long count, unsigned long invocations) {
    result.all_invocations += count * invocations;
    if (!around) {
        repeat(objects.begin(), count * invocations);
        return;
    }
    for (; count > 0; --count) {
        open.invocation.set_up();
        repeat(objects.begin(), invocations);
        open.invocation.tear_down();
    }
}

Stretch Measured::batch(unsigned long invocations) {
    result.all_invocations += invocations;
    if (!around) return timed(repeat, objects.begin(), invocations);
    open.invocation.set_up();
    const Stretch stretch = timed(repeat, objects.begin(), invocations);
    open.invocation.tear_down();
    return stretch;
}

long long Measured::time(unsigned long invocations) {
    result.all_invocations += invocations;
    return measure_sample(open, objects.begin(), invocations);
}

long long measure_sample(Case &open, void *const *objects, unsigned long invocations) {
    void (*const repeat)(void *const *, unsigned long) = open.benchmark->repeat;
    if (open.invocation.empty()) return timed(repeat, objects, invocations).elapsed();
    long long elapsed = 0;
    for (; invocations > 0; --invocations) {
        open.invocation.set_up();
        elapsed += timed(repeat, objects, 1).elapsed();
        open.invocation.tear_down();
    }
    return elapsed;
}

Iteration measure(Case &open, long long time_ns, unsigned long long batches) {
    const unsigned long long batch = static_cast<unsigned long long>(open.warmup ? open.warmup_batch : open.batch);
    if (open.mode == "sample") return time_ns > 0 ? sample_time(open, time_ns) : sample_count(open, batches);
    if (time_ns == 0) return measure_count(open, batches * batch);
    return open.invocation.empty() ? measure_time(open, time_ns) : measure_invocations(open, time_ns);
}

}  // namespace clamh
