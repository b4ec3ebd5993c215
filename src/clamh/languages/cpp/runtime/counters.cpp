#include "counters.hpp"

#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.hpp"

namespace clamh {

namespace {

// This thread's /proc/thread-self/schedstat, kept open: opening it takes ten times as long as reading it.
struct Delay {
    const int descriptor = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);

    ~Delay() {
        if (descriptor >= 0) close(descriptor);
    }
    // In ns; -1 where the kernel does not count it (it then writes zeros, also for how often the thread got a CPU).
    long long read() const {
        char text[96];
        const ssize_t size = pread(descriptor, text, sizeof text - 1, 0);
        text[size > 0 ? size : 0] = 0;
        long long on_cpu_ns, delay_ns, times;
        return std::sscanf(text, "%lld %lld %lld", &on_cpu_ns, &delay_ns, &times) == 3 && times > 0 ? delay_ns : -1;
    }
};

long long difference(long long before, long long after) { return before < 0 || after < 0 ? -1 : after - before; }

}  // namespace

Scheduling scheduling() {
    thread_local const Delay delay;
    Scheduling now = {-1, -1, the_clock.counted ? -1 : delay.read()};  // a fake clock knows no waiting
#ifdef RUSAGE_THREAD
    rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) == 0) now.voluntary = usage.ru_nvcsw, now.involuntary = usage.ru_nivcsw;
#endif
    return now;
}

Scheduling Scheduling::since(const Scheduling &before) const {
    return {difference(before.voluntary, voluntary), difference(before.involuntary, involuntary),
            difference(before.waited_ns, waited_ns)};
}

namespace {

// 2,048 multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution.
__attribute__((noinline)) void chain(void *const *, unsigned long links) {
    unsigned long value = links | 1;
    for (; links > 0; --links) {
        value *= static_cast<unsigned long>(0x9e3779b97f4a7c15ULL);
        asm volatile("" : "+r"(value));
    }
}

}  // namespace

long long speed_reading() { return timed(&chain, nullptr, 2048).elapsed(); }

long long speed_cost() {
    static const long long cost = (speed_reading(), speed_reading());  // the first one warms up
    return cost;
}

}  // namespace clamh
