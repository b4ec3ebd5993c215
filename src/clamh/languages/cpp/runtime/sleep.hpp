// Numbers that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it would wait for its
// turn once more for each thread before it.
#pragma once

#include <ctime>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "fixtures.hpp"

namespace clamh {

inline long long system_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// Alone in its granule.
struct alignas(granule) Cell {
    long long value = 0;

    long long get() const { return __atomic_load_n(&value, __ATOMIC_ACQUIRE); }
    void set(long long to) { __atomic_store_n(&value, to, __ATOMIC_RELEASE); }
    long long add(long long more) { return __atomic_add_fetch(&value, more, __ATOMIC_ACQ_REL); }
    bool swap(long long from, long long to) {
        return __atomic_compare_exchange_n(&value, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }

    // Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing.
    void sleep(long long while_it_is, long long ns) {
        timespec time = {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
#if defined(__linux__)
        // The system compares 32 bits; x86-64 and aarch64 have the lower ones first.
        syscall(SYS_futex, &value, FUTEX_WAIT_PRIVATE, static_cast<int>(while_it_is), &time, nullptr, 0);
#else
        if (get() != while_it_is) return;
        if (time.tv_sec > 0 || time.tv_nsec > 100'000) time = {0, 100'000};
        nanosleep(&time, nullptr);
#endif
    }
    void wake() {
#if defined(__linux__)
        syscall(SYS_futex, &value, FUTEX_WAKE_PRIVATE, 1 << 30, nullptr, nullptr, 0);
#endif
    }
};

}  // namespace clamh
