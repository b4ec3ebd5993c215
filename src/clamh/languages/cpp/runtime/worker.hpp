// The worker's two lives: driven over pipes, or run alone from a command line.
#pragma once

#include "case.hpp"

namespace clamh {

constexpr int max_threads = 1024;  // whose results fit into one line

struct Given {
    Text name, value;
};

struct Opening {  // what `open` or the command line asks for
    Text id, benchmark, mode = "avgt", threads = "1", thread_groups, batch = "1", warmup_batch, operations_per_invocation = "1", seed = "0", gc;
    Text layout_seed, layout;  // where they are missing: the seed, and random
    // For BenchmarkParams only, each may be missing:
    Text forks, warmup_forks, warmup_iterations, warmup_ns, measurement_iterations, measurement_ns, timeout_ns, time_unit;
    List<Given> params;  // by full name

    void give(const Text &param, const Text &value);  // the last value counts
};

void open_case(const Opening &asked, Case &made);  // throws Failure
bool whole_number(const Text &text, unsigned long long most, unsigned long long &value);

int serve(int in, int out);
int run_solo(int count, char **arguments);   // after --solo
int hand_over(int count, char **arguments);  // everything else: clamh has the command line
Text own_path();                             // of this executable

}  // namespace clamh
