// Threads.MAX and Threads.HALF_MAX, as the guide's programs use them. C++11.
#pragma once

#include <unistd.h>

namespace harness_utils {

struct MachineThreads {
    const int MAX, HALF_MAX;  // as many threads as there are CPUs, and half of that, at least 1
};

inline int cpus() {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? static_cast<int>(online) : 1;
}

}  // namespace harness_utils

static const harness_utils::MachineThreads Threads = {harness_utils::cpus(), harness_utils::cpus() > 1 ? harness_utils::cpus() / 2 : 1};
