// What the injected objects hold, from the case that they belong to.
#include "case.hpp"
#include "layout.hpp"

namespace clamh {

harness_utils::IterationParams Injected::phase(const Case &open, bool warmup) {
    harness_utils::IterationParams params;
    params.type = warmup ? "WARMUP" : "MEASUREMENT";
    params.count = static_cast<int>(warmup ? open.plan.warmup_iterations : open.plan.measurement_iterations);
    params.time_ns = warmup ? open.plan.warmup_ns : open.plan.measurement_ns;
    params.batch = static_cast<int>(warmup ? open.warmup_batch : open.batch);
    return params;
}

void Injected::begin_trial(Thread &thread) {
    using namespace harness_utils;
    const Case &open = thread.open;
    const std::uint64_t seed = open.seed ^ SplitMix64::mixed(static_cast<std::uint64_t>(thread.dealt.thread));
    thread.gaps = Random(seed);
    if (Random *random = thread.taken<Random>()) *random = Random(seed);
    if (Memory *memory = thread.taken<Memory>()) {
        memory->~Memory();
        ::new (static_cast<void *>(memory)) Memory(layout_of_thread(open.layout_seed, thread.dealt.thread));
    }
    if (ThreadParams *params = thread.taken<ThreadParams>()) {
        const Dealt &dealt = thread.dealt;
        params->thread = dealt.thread, params->threads = dealt.threads;
        params->group = dealt.group, params->groups = dealt.groups;
        params->member = dealt.member, params->members = dealt.members;
        params->group_thread = dealt.group_thread, params->group_threads = dealt.group_threads;
        params->member_thread = dealt.member_thread, params->member_threads = dealt.member_threads;
    }
    if (BenchmarkParams *params = thread.taken<BenchmarkParams>()) {
        params->benchmark = open.benchmark->name;
        params->mode = open.mode.c_str();
        params->identity = open.identity.c_str();
        params->time_unit = open.plan.time_unit.c_str();
        params->threads = thread.dealt.threads;
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
    if (IterationParams *params = thread.taken<IterationParams>()) *params = phase(open, open.warmup);
}

void Injected::begin_iteration(Thread &thread) {
    using namespace harness_utils;
    const Case &open = thread.open;
    if (Control *control = thread.taken<Control>()) *control = Control();
    if (IterationParams *params = thread.taken<IterationParams>()) *params = phase(open, open.warmup);
}

}  // namespace clamh
