#include "clock.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "failure.hpp"
#include "loop.hpp"

namespace clamh {

Clock the_clock = {"", nullptr, false, 1, 1, 0};
List<Clock> clocks_tried;

namespace {

long long system_time(clockid_t id) {
    timespec time;
    clock_gettime(id, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

long long monotonic() { return system_time(CLOCK_MONOTONIC); }
long long monotonic_raw() { return system_time(CLOCK_MONOTONIC_RAW); }

long long counted_step = 0;
thread_local long long counted_time = 0;  // each thread counts its own readings, so that no other can change them

long long counted() { return counted_time += counted_step; }

// The least of several rounds: anything above it is somebody else's time.
void measure(Clock &clock) {
    constexpr int rounds = 20, readings = 50;
    clock.step_ns = clock.cost_ns = 1'000'000'000;
    for (int round = 0; round < rounds; ++round) {
        const long long start = clock.now();
        long long last = start;
        for (int reading = 0; reading < readings; ++reading) {
            const long long now = clock.now();
            if (now > last && now - last < clock.step_ns) clock.step_ns = now - last;
            last = now;
        }
        const long long cost = (last - start + readings - 1) / readings;
        if (cost < clock.cost_ns) clock.cost_ns = cost;
    }
    if (clock.cost_ns < 1) clock.cost_ns = 1;
}

// What a stretch with nothing in it measures: the lower quartile of many means, as a mean of all may hold somebody else's
// time, and what is taken off too much makes a score negative.
double empty_stretch() {
    constexpr int rounds = 200, stretches = 50;
    double means[rounds];
    for (int round = 0; round < rounds; ++round) {  // kept in order
        long long sum = 0;
        for (int at = 0; at < stretches; ++at) sum += timed(the_floor->repeat, nullptr, 0).elapsed();
        const double mean = static_cast<double>(sum) / stretches;
        int at = round;
        for (; at > 0 && means[at - 1] > mean; --at) means[at] = means[at - 1];
        means[at] = mean;
    }
    return means[rounds / 4];
}

}  // namespace

bool choose_clock() {
    clocks_tried.clear();
    if (const char *wanted = std::getenv("CLAMH_CLOCK")) {
        char *end = nullptr;
        errno = 0;
        constexpr char prefix[] = "counted:";
        if (std::strncmp(wanted, prefix, sizeof prefix - 1) != 0) return false;
        counted_step = std::strtoll(wanted + sizeof prefix - 1, &end, 10);
        if (errno != 0 || end == wanted + sizeof prefix - 1 || *end != '\0' || counted_step <= 0) return false;
        the_clock = clocks_tried.push({"counted", &counted, true, 1, 1, 0});
        return true;
    }
    clocks_tried.push({"CLOCK_MONOTONIC", &monotonic, false, 1, 1, 0});
    clocks_tried.push({"CLOCK_MONOTONIC_RAW", &monotonic_raw, false, 1, 1, 0});
    const Clock *best = nullptr;
    for (Clock &clock : clocks_tried) {
        measure(clock);
        if (best == nullptr || clock.resolution_ns() < best->resolution_ns()) best = &clock;
    }
    the_clock = *best;
    the_clock.stretch_ns = empty_stretch();
    return true;
}

Stretch timed(void (*repeat)(void *const *, unsigned long), void *const *objects, unsigned long invocations) {
    long long (*const now)() = the_clock.now;
    const long long start = now();
    repeat(objects, invocations);
    const long long stop = now();
    if (stop < start) {
        throw Failure{"clock", the_clock.name, written("the clock went back by %lld ns", start - stop)};
    }
    return {start, stop};
}

}  // namespace clamh
