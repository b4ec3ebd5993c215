/* What the injected objects hold, from the case that they belong to. */
#include "case.h"

uint64_t layout_of_thread(uint64_t layout_seed, int thread) { return layout_seed == 0 ? 0 : layout_seed ^ clamh_mix64((uint64_t)thread); }

static struct clamh_iteration_params describe_phase(const struct opening *opening, bool warmup) {
    return (struct clamh_iteration_params){
        warmup ? "WARMUP" : "MEASUREMENT", (int32_t)(warmup ? opening->warmup_iterations : opening->iterations),
        (int64_t)(warmup ? opening->warmup_ns : opening->iteration_ns), (int32_t)(warmup ? opening->warmup_batch : opening->batch)};
}

enum outcome fill_for_iteration(struct thread *thread, void *unused) {
    (void)unused;
    struct clamh_control *const control = (struct clamh_control *)injected_object(thread, CLAMH_CONTROL);
    if (control != NULL) *control = (struct clamh_control){0, 0};
    struct clamh_iteration_params *const iteration = (struct clamh_iteration_params *)injected_object(thread, CLAMH_ITERATION_PARAMS);
    if (iteration != NULL) *iteration = describe_phase(&thread->open->opening, thread->open->warmup);
    return DONE;
}

enum outcome fill_for_trial(struct thread *thread, void *unused) {
    (void)unused;
    const struct opening *const opening = &thread->open->opening;
    const struct dealt *const dealt = &thread->dealt;
    const uint64_t seed = opening->seed ^ clamh_mix64((uint64_t)dealt->thread);
    thread->gaps = clamh_random_seeded(seed);
    struct clamh_random *const random = (struct clamh_random *)injected_object(thread, CLAMH_RANDOM);
    if (random != NULL) *random = clamh_random_seeded(seed);
    struct clamh_memory *const memory = (struct clamh_memory *)injected_object(thread, CLAMH_MEMORY);
    if (memory != NULL) memory->seed = layout_of_thread(opening->layout_seed, dealt->thread);
    struct clamh_thread_params *const place = (struct clamh_thread_params *)injected_object(thread, CLAMH_THREAD_PARAMS);
    if (place != NULL) {
        *place = (struct clamh_thread_params){dealt->thread, dealt->threads, dealt->group, dealt->groups, dealt->function, dealt->functions,
                                              dealt->group_thread, dealt->group_threads, dealt->function_thread, dealt->function_threads};
    }
    struct clamh_benchmark_params *const params = (struct clamh_benchmark_params *)injected_object(thread, CLAMH_BENCHMARK_PARAMS);
    if (params != NULL) {
        params->benchmark = opening->name, params->mode = mode_names[opening->mode];
        params->time_unit = opening->time_unit, params->identity = text_string(&opening->identity);
        params->threads = opening->threads, params->forks = (int32_t)opening->forks, params->warmup_forks = (int32_t)opening->warmup_forks;
        params->warmup = describe_phase(opening, true), params->measurement = describe_phase(opening, false);
        params->operations_per_invocation = (int64_t)opening->operations_per_invocation;
        params->timeout_ns = (int64_t)opening->timeout_ns, params->seed = opening->seed;
        params->count = opening->param_count, params->keys = opening->keys;
        params->names = opening->full_names, params->values = opening->values;
    }
    return fill_for_iteration(thread, NULL); /* fixtures of the trial may take IterationParams */
}
