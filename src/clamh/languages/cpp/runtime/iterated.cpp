#include "iterated.hpp"

#include "measured.hpp"

namespace clamh {

namespace {

constexpr std::size_t most_pairs = 20'000;  // of all histograms: of 40 digits each, they are still one line

// Invocations, `per` of which are one batch, as operations.
void add_operations(Event &event, const char *key, const Case &open, unsigned long long invocations, unsigned long long per) {
    const __uint128_t product = static_cast<__uint128_t>(invocations) * static_cast<unsigned long long>(open.operations_per_invocation);
    const __uint128_t batch = per;
    if (product % batch == 0 && product / batch <= ~0ULL >> 1) {
        event.natural(key, static_cast<unsigned long long>(product / batch));
    } else {
        event.real(key, static_cast<double>(product) / static_cast<double>(batch));
    }
}

// A method may throw, and no report could be made of what is not finite; throws Failure.
double count_of(const Thread &thread, const Counter &counter) {
    double value;
    try {
        value = counter.read(thread.object(counter.owner));
    } catch (...) {
        throw raised("benchmark", counter.name);
    }
    if (!(value - value == 0)) throw Failure{"benchmark", counter.name, "this counter is no finite number"};
    return value;
}

template <class Measure>
void measure_thread(Thread &thread, bool first, const Measure &measuring) {
    try {
        thread.result = measuring(thread);
    } catch (const Released &) {
        throw;
    } catch (...) {
        throw raised("benchmark", thread.function->name);
    }
    Iteration &result = thread.result;
    if (!first) result.first_ns = -1;
    if (thread.taken<harness_utils::Operations>() != nullptr && result.said <= 0 && result.invocations > 0) {
        throw Failure{"benchmark", thread.function->name,
                      "it takes Operations, but no invocation said how many it did: call add(n) of it, with n above 0"};
    }
}

void add_thread(Event &event, const Thread &thread) {
    const Case &open = thread.open;
    const Iteration &result = thread.result;
    event.begin(nullptr, '{');
    if (thread.taken<harness_utils::Operations>() != nullptr) {
        event.number("operations", result.said).number("all_operations", result.all_said);
    } else {
        add_operations(event, "operations", open, result.invocations, batch_size(open));
        add_operations(event, "all_operations", open, result.all_invocations, batch_size(open));
    }
    event.number("elapsed_ns", result.elapsed_ns).natural("timings", result.timings);
    event.real("clock_cost_ns", the_clock.stretch_ns);
    if (open.mode == "sample") {
        const List<long long> pairs = result.histogram.pairs(most_pairs / open.threads.size());
        event.numbers("histogram", pairs.begin(), pairs.size());
    }
    event.natural("sample_invocations", result.sample_invocations);
    event.numbers("sample_ns", result.sample_ns.begin(), result.sample_ns.size());
    if (thread.function->member != nullptr) event.text("member", thread.function->member);
    if (result.first_ns >= 0) event.number("first_ns", result.first_ns);
    event.number("voluntary_switches", result.scheduled.voluntary).number("involuntary_switches", result.scheduled.involuntary);
    event.number("waited_ns", result.scheduled.waited_ns).begin("counters", '{');
    for (std::size_t at = 0; at < result.counted.size(); ++at) event.real(thread.needs.counters[at]->name, result.counted[at]);
    event.end('}').end('}');
}

// `begin` and `end` say what begins and ends with it: 0 nothing, 1 the iteration, 2 the trial too.
template <class Measure>
void measure_case(Case &open, int begin, int end, const Measure &measuring) {
    if (begin == 2) open.begin_trial();
    open.activate();
    if (begin > 0) open.begin_iteration();
    open.each_measured([&](Thread &thread) { measure_thread(thread, begin == 2, measuring); });
    if (end > 0) open.end_iteration();
    if (end == 2) open.end_trial();
    open.each([](Thread &thread) {
        for (const Counter *counter : thread.needs.counters) thread.result.counted.push(count_of(thread, *counter));
    });
    if (end == 2) open.forget();
}

void add_threads(Event &event, const Case &open) {
    event.begin("threads", '[');
    for (const Thread *thread : open.threads) add_thread(event, *thread);
    event.end(']');
}

}  // namespace

void iterate_case(Case &open, bool first, bool last, long long time_ns, unsigned long long batches) {
    measure_case(open, first ? 2 : 1, last ? 2 : 1, [&](Thread &thread) { return measure(thread, time_ns, batches); });
}

void slice_case(Case &open, int begin, int end, unsigned long warmin, unsigned long count) {
    measure_case(open, begin, end, [&](Thread &thread) { return measure_slice(thread, warmin, count); });
}

Event iterated(const Case &open) {
    Event event("iteration");
    event.text("case", open.id).text("phase", open.warmup ? "warmup" : "measurement");
    add_threads(event, open);
    const List<long long> &speed_ns = open.threads[0]->result.speed_ns;
    event.numbers("speed_ns", speed_ns.begin(), speed_ns.size()).text("source", "worker");
    return event;
}

Event sliced(const Case &open) {
    Event event("slice");
    event.text("case", open.id);
    add_threads(event, open);
    return event;
}

}  // namespace clamh
