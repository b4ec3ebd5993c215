// What leaves a suspended block in each way. `order` does a known multiplication before, in and after a suspended part.
#include "clamh.h"

#include <stdexcept>
#include <utility>

//@@State(Scope.Thread)
struct Numbers {
    long first = 3, second = 5, third = 7;
};

//@@Benchmark
long never(Numbers &numbers) { return numbers.first ^= 3; }

//@@Benchmark
long once(Numbers &numbers, Suspend &suspend) {
    auto paused = suspend.pause();
    return numbers.first ^= 3;
}

//@@Benchmark
long nested(Numbers &numbers, const Suspend &suspend) {
    auto paused = suspend.pause();
    for (int at = 0; at < 100; ++at) {
        auto inner = suspend.pause();
        suspend.run([&] { numbers.first ^= 3; });
    }
    return numbers.first;
}

//@@Benchmark
long leaves_early(Numbers &numbers, Suspend &suspend) {
    for (int at = 0; at < 5; ++at) { // two suspensions: one goes on, one breaks
        auto paused = suspend.pause();
        if (at == 0) continue;
        break;
    }
    try {
        suspend.run([&] {
            auto inner = suspend.pause();
            throw std::runtime_error("out of paper");
        });
    } catch (const std::runtime_error &) {
    }
    auto moved = suspend.pause();
    auto last = std::move(moved);
    return numbers.first;
}

//@@Benchmark
void throws(Suspend &suspend) {
    auto paused = suspend.pause();
    throw std::runtime_error("out of paper");
}

//@@Benchmark
long returns(Numbers &numbers, Suspend &suspend) {
    long &third = suspend.run([&]() -> long & { return numbers.third; });
    third = suspend.run([&] { return numbers.first * 2; });
    return numbers.third;
}

static Suspend *kept = nullptr;
static Suspend::Paused *held = nullptr;

//@@Benchmark
void holds(Suspend &suspend) {
    kept = &suspend;
    if (held == nullptr) held = new Suspend::Paused(suspend.pause());
}

extern "C" __attribute__((noinline, used)) long clamh_test_run(Numbers &numbers, const Suspend &suspend) {
    long before = numbers.first * 1000003, within = 0;
    suspend.run([&] { within = before * 1000033; });
    return within * 1000037;
}

extern "C" __attribute__((noinline, used)) long clamh_test_returned(Numbers &numbers, const Suspend &suspend) {
    const long before = numbers.first * 1000003;
    return suspend.run([&] { return before * 1000033; }) * 1000037;
}

extern "C" __attribute__((noinline, used)) long clamh_test_paused(Numbers &numbers, const Suspend &suspend) {
    numbers.second = numbers.first * 1000003;
    {
        auto paused = suspend.pause();
        numbers.third = numbers.second * 1000033;
    }
    return numbers.third * 1000037;
}
