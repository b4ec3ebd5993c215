/* BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Their fields are those of clamh_abi.h. */
#ifndef CLAMH_C_BENCHMARK_PARAMS_H
#define CLAMH_C_BENCHMARK_PARAMS_H

typedef struct clamh_benchmark_params clamh_benchmark_params;
typedef struct clamh_iteration_params clamh_iteration_params;
typedef struct clamh_thread_params clamh_thread_params;

/* A param's value as text, by its full name or what follows a point; null when there is none. */
static inline const char *clamh_benchmark_params_value(const clamh_benchmark_params *params, const char *name) {
    const size_t given = __builtin_strlen(name);
    for (size_t at = 0; at < params->count; ++at) {
        const char *const full = params->names[at];
        const size_t size = __builtin_strlen(full);
        if (size < given || __builtin_strcmp(full + (size - given), name) != 0) continue;
        if (size == given || full[size - given - 1] == '.') return params->values[at];
    }
    return NULL;
}

#endif
