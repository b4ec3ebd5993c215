// What is counted beside time: context switches, and how fast the CPU runs just now.
#pragma once

namespace clamh {

struct Switches {
    long long voluntary, involuntary;  // -1 where the system does not say
};

Switches switches();
long long difference(long long before, long long after);

// One pass of a fixed chain of dependent instructions, in ns: it grows when the CPU slows down.
long long speed_reading();
long long speed_cost();  // of a reading, as measured once in this process

}  // namespace clamh
