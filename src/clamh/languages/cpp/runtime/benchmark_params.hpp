// BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Texts are C strings, times are in ns, so that no library
// header is needed. C++11; outside CLAMH they have one thread and nothing else. clamh_abi.h has their layouts: the core writes into them.
#pragma once

#include <cstddef>
#include <cstring>

#include "../../../native/clamh_abi.h"

namespace harness_utils {

class IterationParams : clamh_iteration_params {
public:
    IterationParams() : clamh_iteration_params{"MEASUREMENT", 1, 0, 1} {}
    const char *getType() const { return type; }  // "WARMUP" or "MEASUREMENT"
    int getCount() const { return count; }        // iterations
    long long getTime() const { return time_ns; }
    int getBatchSize() const { return batch; }
};

// The short names of params, sorted as in JMH: `for (const char *key : params.getParamsKeys())`.
class ParamsKeys {
public:
    const char *const *begin() const { return names; }
    const char *const *end() const { return names + count; }
    std::size_t size() const { return count; }
    const char *operator[](std::size_t at) const { return names[at]; }

private:
    friend class BenchmarkParams;
    const char *const *names = nullptr;
    std::size_t count = 0;
};

class BenchmarkParams {
public:
    const char *getBenchmark() const { return benchmark; }  // its full name
    const char *getMode() const { return mode; }            // avgt thrpt sample ss wall
    int getThreads() const { return threads; }
    int getForks() const { return forks; }
    int getWarmupForks() const { return warmup_forks; }
    const IterationParams &getWarmup() const { return warmup; }
    const IterationParams &getMeasurement() const { return measurement; }
    const char *getTimeUnit() const { return time_unit; }  // ns us ms s m h d
    long long getOpsPerInvocation() const { return operations; }
    long long getTimeout() const { return timeout_ns; }
    unsigned long long getSeed() const { return seed; }
    const ParamsKeys &getParamsKeys() const { return keys; }
    const char *id() const { return identity; }  // JMH's: benchmark, mode and params, fit for a file's name

    // A param's value as text, by its full name or what follows a `::`; null when there is none.
    const char *getParam(const char *name) const {
        for (std::size_t at = 0; at < keys.count; ++at) {
            if (called(full_names[at], name)) return values[at];
        }
        return nullptr;
    }

private:
    static bool called(const char *full, const char *name) {
        const std::size_t size = std::strlen(full), given = std::strlen(name);
        if (size < given || std::strcmp(full + (size - given), name) != 0) return false;
        return size == given || (size > given + 2 && std::strncmp(full + (size - given - 2), "::", 2) == 0);
    }

    const char *benchmark = "", *mode = "avgt", *time_unit = "ns", *identity = "-AverageTime";
    int threads = 1, forks = 0, warmup_forks = 0;
    IterationParams warmup, measurement;
    long long operations = 1, timeout_ns = 0;
    unsigned long long seed = 0;
    ParamsKeys keys;
    const char *const *full_names = nullptr, *const *values = nullptr;  // in the order of keys
};

// Which of the threads this is, in all, in its group, and among those that run the same function of the group (JMH's subgroup).
// Without groups every thread is a group of its own.
class ThreadParams : clamh_thread_params {
public:
    ThreadParams() : clamh_thread_params{0, 1, 0, 1, 0, 1, 0, 1, 0, 1} {}
    int getThreadIndex() const { return thread; }
    int getThreadCount() const { return threads; }
    int getGroupIndex() const { return group; }
    int getGroupCount() const { return groups; }
    int getSubgroupIndex() const { return subgroup; }
    int getSubgroupCount() const { return subgroups; }
    int getGroupThreadIndex() const { return group_thread; }
    int getGroupThreadCount() const { return group_threads; }
    int getSubgroupThreadIndex() const { return subgroup_thread; }
    int getSubgroupThreadCount() const { return subgroup_threads; }
};

}  // namespace harness_utils
