// What the injected objects hold, from the case that they belong to.
#include "case.hpp"

namespace clamh {

harness_utils::IterationParams Injected::phase(const Case &open, bool warmup) {
    harness_utils::IterationParams params;
    params.type = warmup ? "WARMUP" : "MEASUREMENT";
    params.count = static_cast<int>(warmup ? open.plan.warmup_iterations : open.plan.measurement_iterations);
    params.time_ns = warmup ? open.plan.warmup_ns : open.plan.measurement_ns;
    params.batch = static_cast<int>(warmup ? open.warmup_batch : open.batch);
    return params;
}

void Injected::begin_trial(Case &open) {
    using namespace harness_utils;
    open.gaps = Random(open.seed);
    if (Random *random = open.taken<Random>()) *random = Random(open.seed);
    if (Memory *memory = open.taken<Memory>()) {
        memory->~Memory();
        ::new (static_cast<void *>(memory)) Memory(open.seed);
    }
    if (BenchmarkParams *params = open.taken<BenchmarkParams>()) {
        params->benchmark = open.benchmark->name;
        params->mode = open.mode.c_str();
        params->identity = open.identity.c_str();
        params->time_unit = open.plan.time_unit.c_str();
        params->forks = static_cast<int>(open.plan.forks);
        params->warmup_forks = static_cast<int>(open.plan.warmup_forks);
        params->warmup = phase(open, true);
        params->measurement = phase(open, false);
        params->operations = open.operations_per_invocation;
        params->timeout_ns = open.plan.timeout_ns;
        params->seed = open.seed;
        params->keys.names = open.keys.begin();
        params->keys.count = open.keys.size();
        params->full_names = open.full_names.begin();
        params->values = open.texts.begin();
    }
    if (IterationParams *params = open.taken<IterationParams>()) *params = phase(open, open.warmup);
}

void Injected::begin_iteration(Case &open) {
    using namespace harness_utils;
    if (Control *control = open.taken<Control>()) *control = Control();
    if (IterationParams *params = open.taken<IterationParams>()) *params = phase(open, open.warmup);
}

}  // namespace clamh
