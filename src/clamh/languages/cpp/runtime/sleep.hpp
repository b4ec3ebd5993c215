// Waiting on a condition for a while, by a clock that nobody sets.
#pragma once

#include <ctime>

#include <pthread.h>

namespace clamh {

#if defined(__APPLE__)  // whose conditions know the time of day only
constexpr clockid_t sleeping_clock = CLOCK_REALTIME;
#else
constexpr clockid_t sleeping_clock = CLOCK_MONOTONIC;
#endif

inline void condition(pthread_cond_t &made) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, sleeping_clock);
#endif
    pthread_cond_init(&made, &attributes);
    pthread_condattr_destroy(&attributes);
}

inline timespec from_now(long long ns) {
    timespec time;
    clock_gettime(sleeping_clock, &time);
    const long long nanoseconds = time.tv_nsec + ns % 1'000'000'000;
    time.tv_sec += static_cast<time_t>(ns / 1'000'000'000 + nanoseconds / 1'000'000'000);
    time.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
    return time;
}

}  // namespace clamh
