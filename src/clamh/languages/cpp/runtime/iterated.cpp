#include "iterated.hpp"

#include "clock.hpp"

namespace clamh {

namespace {

constexpr std::size_t most_pairs = 20'000;  // of a histogram: of 40 digits each, they are still one line

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
double count_of(const Case &open, const Counter &counter) {
    double value;
    try {
        value = counter.read(open.object(counter.owner));
    } catch (...) {
        throw raised("benchmark", counter.name);
    }
    if (!(value - value == 0)) throw Failure{"benchmark", counter.name, "this counter is no finite number"};
    return value;
}

}  // namespace

Iteration iterate_case(Case &open, bool first, bool last, long long time_ns, unsigned long long batches) {
    Iteration result;
    if (first) open.begin_trial();
    open.activate();
    open.begin_iteration();
    try {
        result = measure(open, time_ns, batches);
    } catch (...) {
        throw raised("benchmark", open.benchmark->name);
    }
    open.end_iteration();
    if (last) open.end_trial();
    for (const Counter *counter : open.needs.counters) result.counted.push(count_of(open, *counter));
    if (last) open.forget();
    if (!first) result.first_ns = -1;
    if (open.taken<harness_utils::Operations>() != nullptr && result.said <= 0) {
        throw Failure{"benchmark", open.benchmark->name,
                      "it takes Operations, but no invocation said how many it did: call add(n) of it, with n above 0"};
    }
    return result;
}

Event iterated(const Case &open, const Iteration &result) {
    const char *const phase = open.warmup ? "warmup" : "measurement";
    const unsigned long long batch = static_cast<unsigned long long>(open.warmup ? open.warmup_batch : open.batch);
    Event event("iteration");
    event.text("case", open.id).text("phase", phase).begin("threads", '[').begin(nullptr, '{');
    if (open.taken<harness_utils::Operations>() != nullptr) {
        event.number("operations", result.said).number("all_operations", result.all_said);
    } else {
        add_operations(event, "operations", open, result.invocations, batch);
        add_operations(event, "all_operations", open, result.all_invocations, batch);
    }
    event.number("elapsed_ns", result.elapsed_ns).natural("timings", result.timings);
    event.real("clock_cost_ns", the_clock.stretch_ns);
    if (open.mode == "sample") {
        const List<long long> pairs = result.histogram.pairs(most_pairs);
        event.numbers("histogram", pairs.begin(), pairs.size());
    }
    event.natural("sample_invocations", result.sample_invocations);
    event.numbers("sample_ns", result.sample_ns.begin(), result.sample_ns.size());
    if (result.first_ns >= 0) event.number("first_ns", result.first_ns);
    event.number("voluntary_switches", result.switched.voluntary);
    event.number("involuntary_switches", result.switched.involuntary).begin("counters", '{');
    for (std::size_t at = 0; at < result.counted.size(); ++at) event.real(open.needs.counters[at]->name, result.counted[at]);
    event.end('}').end('}').end(']');
    event.numbers("speed_ns", result.speed_ns.begin(), result.speed_ns.size()).text("source", "worker");
    return event;
}

}  // namespace clamh
