#include "measured.hpp"

namespace clamh {

namespace {

std::size_t longest_series(const Case &open) {
    const std::size_t each = most_samples_of_all / open.threads.size() / 2 * 2;
    return each < most_samples ? each : most_samples;
}

}  // namespace

Measured::Measured(Thread &of)
    : thread(of), open(of.open), repeat(of.function->repeat), objects(of.objects(*of.function)),
      fixtures(of.fixtures[level_invocation]), around(!fixtures.empty()), operations(of.taken<harness_utils::Operations>()),
      control(of.taken<harness_utils::Control>()) {
    result.sample_ns.reserve(longest_series(open));
    result.speed_ns.reserve(most_speed_readings);
    if (!open.alone()) counted = List<double>(thread.needs.counters.size());
    said_first = Injected::operations(operations);
    speed_cost();
    begin();
    if (control != nullptr && open.alone()) control->startMeasurement = true;
}

void Measured::begin() {
    for (const Counter *counter : thread.needs.counters) {
        if (counter->put != nullptr) counter->put(thread.object(counter->owner), 0);
    }
    said_before = Injected::operations(operations);
    before = scheduling();
}

void Measured::end() {
    count_scheduling();
    if (control != nullptr && open.alone()) control->stopMeasurement = true;
    mark();
}

void Measured::count_scheduling() { result.scheduled = scheduling().since(before); }

void Measured::mark() {
    result.said = Injected::operations(operations) - said_before;
    result.all_said = Injected::operations(operations) - said_first;
    for (std::size_t at = 0; at < counted.size(); ++at) {
        const Counter &counter = *thread.needs.counters[at];
        if (counter.put != nullptr) counted[at] = counter.read(thread.object(counter.owner));
    }
}

Iteration &&Measured::told() {
    result.all_said = Injected::operations(operations) - said_first;
    for (std::size_t at = 0; at < counted.size(); ++at) {
        const Counter &counter = *thread.needs.counters[at];
        if (counter.put != nullptr) counter.put(thread.object(counter.owner), counted[at]);
    }
    return static_cast<Iteration &&>(result);
}

void Measured::read_speed(long long elapsed, long long whole) {
    if (elapsed < speed_due + whole / most_speed_readings || 1000 * (speed_ns + speed_cost()) > elapsed) return;
    result.speed_ns.push(speed_reading());
    speed_ns += result.speed_ns.back();
    speed_due = elapsed;
}

void Measured::learn(long long elapsed, unsigned long invocations) {
    slowest_ns = larger(slowest_ns, elapsed / static_cast<long long>(invocations));
}

void Measured::batches(unsigned long long count, unsigned long invocations) {
    result.all_invocations += count * invocations;
    if (!around) {
        repeat(objects.begin(), count * invocations);
        return;
    }
    for (; count > 0; --count) {
        fixtures.set_up();
        repeat(objects.begin(), invocations);
        fixtures.tear_down();
    }
}

Stretch Measured::batch(unsigned long invocations) {
    result.all_invocations += invocations;
    if (!around) return timed(repeat, objects.begin(), invocations);
    fixtures.set_up();
    const Stretch stretch = timed(repeat, objects.begin(), invocations);
    fixtures.tear_down();
    return stretch;
}

long long Measured::time(unsigned long invocations) {
    result.all_invocations += invocations;
    return measure_sample(thread, objects.begin(), invocations);
}

void Measured::slice(unsigned long invocations) {
    result.elapsed_ns = time(invocations);
    result.invocations = invocations;
    if (around) result.timings = invocations;
    learn(result.elapsed_ns, invocations);
}

long long measure_sample(Thread &thread, void *const *objects, unsigned long invocations) {
    void (*const repeat)(void *const *, unsigned long) = thread.function->repeat;
    Fixtures &fixtures = thread.fixtures[level_invocation];
    if (fixtures.empty()) return timed(repeat, objects, invocations).elapsed();
    long long elapsed = 0;
    for (; invocations > 0; --invocations) {
        fixtures.set_up();
        elapsed += timed(repeat, objects, 1).elapsed();
        fixtures.tear_down();
    }
    return elapsed;
}

// Neighbours become one sample of twice the length: the series stays uniform and bounded.
void Measured::make_room() {
    List<long long> &series = result.sample_ns;
    if (series.size() < longest_series(open)) return;
    for (std::size_t pair = 0; pair < series.size() / 2; ++pair) series[pair] = series[2 * pair] + series[2 * pair + 1];
    series.truncate(series.size() / 2);
    result.sample_invocations *= 2;
}

void Measured::keep(long long elapsed) {
    result.invocations += result.sample_invocations;
    if (around) result.timings += result.sample_invocations;
    result.elapsed_ns += elapsed;
    result.sample_ns.push(elapsed);
}

void Measured::keep(const Stretch &stretch, unsigned long invocations) {
    ++result.timings;
    result.invocations += invocations;
    result.elapsed_ns += stretch.elapsed();
    result.histogram.add(stretch.elapsed());
}

namespace {

// Whether an invocation that has just come back may have done so because it was told to stop: then it was not the benchmark.
bool cut_short(const Measured &loop) {
    return loop.control != nullptr && !loop.open.alone() && loop.open.meeting->over();
}

// Exactly so many batches, each by itself in mode sample.
void count(Measured &loop, unsigned long long batches) {
    const unsigned long invocations = batch_size(loop.open);
    if (loop.open.mode == "sample") {
        for (; batches > 0; --batches) {
            const Stretch stretch = loop.batch(invocations);
            if (!cut_short(loop)) loop.keep(stretch, invocations);
        }
        loop.end();
        return;
    }
    loop.result.sample_invocations = batches * invocations;
    const long long elapsed = loop.time(loop.result.sample_invocations);
    loop.learn(elapsed, loop.result.sample_invocations);
    if (cut_short(loop)) {
        loop.result.sample_invocations = 0;
        loop.count_scheduling();
        return;
    }
    if (loop.open.mode == "ss") loop.result.first_ns = elapsed;
    loop.keep(elapsed);
    // One batch between one pair of readings, whatever it costs to read.
    if (!loop.around && loop.open.mode == "ss") loop.result.timings = 1;
    loop.end();
}

Iteration measure_count(Thread &thread, unsigned long long batches) {
    constexpr long long patience_ns = 1'000'000'000;  // calls that nobody asked for are the last resort
    Measured loop(thread);
    if (thread.open.mode == "sample") loop.result.histogram.begin();
    if (!thread.open.alone()) loop.meet();
    count(loop, batches);
    if (!thread.open.alone()) {
        Meeting &meeting = *thread.open.meeting;
        meeting.arrive(loop.slowest_ns);
        const long long through_ns = system_ns();
        meeting.leave(meeting.shot_patience_ns(), [&] {
            if (!thread.open.may_wait()) return;
            if (!meeting.over()) meeting.stop();
            else if (system_ns() - through_ns > patience_ns) loop.batches(1, 1);
        });
    }
    return loop.told();
}

}  // namespace

void Measured::meet() {
    open.meeting->meet_closely();
    begin();
    if (control != nullptr) control->startMeasurement = true;
}

Iteration measure(Thread &thread, long long time_ns, unsigned long long batches) {
    if (time_ns == 0) return measure_count(thread, batches);
    if (!thread.open.alone()) return thread.open.may_wait() ? stretches(thread, time_ns) : window(thread, time_ns);
    if (thread.open.mode == "sample") return sample_time(thread, time_ns);
    return thread.fixtures[level_invocation].empty() ? measure_time(thread, time_ns) : measure_invocations(thread, time_ns);
}

}  // namespace clamh
