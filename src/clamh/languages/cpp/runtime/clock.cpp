#include "clock.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "failure.hpp"

namespace clamh {

Clock the_clock = {"", nullptr, false, 1, 1};
std::vector<Clock> clocks_tried;

namespace {

template <clockid_t Id>
long long system_clock() {
    timespec time;
    clock_gettime(Id, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

long long counted_step = 0, counted_time = 0;

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
            if (now > last) clock.step_ns = std::min(clock.step_ns, now - last);
            last = now;
        }
        clock.cost_ns = std::min(clock.cost_ns, (last - start + readings - 1) / readings);
    }
    clock.cost_ns = std::max(clock.cost_ns, 1LL);
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
        clocks_tried.push_back({"counted", &counted, true, 1, 1});
        the_clock = clocks_tried.back();
        return true;
    }
    clocks_tried.push_back({"CLOCK_MONOTONIC", &system_clock<CLOCK_MONOTONIC>, false, 1, 1});
    clocks_tried.push_back({"CLOCK_MONOTONIC_RAW", &system_clock<CLOCK_MONOTONIC_RAW>, false, 1, 1});
    for (Clock &clock : clocks_tried) measure(clock);
    the_clock = *std::min_element(clocks_tried.begin(), clocks_tried.end(), [](const Clock &a, const Clock &b) {
        return a.resolution_ns() < b.resolution_ns();
    });
    return true;
}

long long timed(void (*repeat)(void *const *, unsigned long), void *const *objects, unsigned long invocations) {
    long long (*const now)() = the_clock.now;
    const long long start = now();
    repeat(objects, invocations);
    const long long stop = now();
    if (stop < start) {
        throw Failure{"clock", the_clock.name, "the clock went back by " + std::to_string(start - stop) + " ns"};
    }
    return stop - start;
}

}  // namespace clamh
