// What is counted beside time: context switches, waiting for a CPU, and how fast the CPU runs just now.
#pragma once

namespace clamh {

// What the system says of this thread so far; -1 where it does not say.
struct Scheduling {
    long long voluntary, involuntary;  // context switches
    long long waited_ns;               // run queue delay: it was ready to run, and other threads had the CPU

    Scheduling since(const Scheduling &before) const;
};

Scheduling scheduling();

// One pass of a fixed chain of dependent instructions, in ns: it grows when the CPU slows down.
long long speed_reading();
long long speed_cost();  // of a reading, as measured once in this process

}  // namespace clamh
