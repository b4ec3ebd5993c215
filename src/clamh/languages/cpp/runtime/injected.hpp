// The classes besides states that a benchmark or fixture may take. The core fills their objects, which have the layout that clamh_abi.h says.
#pragma once

#include <type_traits>

#include "benchmark_params.hpp"
#include "blackhole.hpp"
#include "control.hpp"
#include "memory.hpp"
#include "operations.hpp"
#include "random.hpp"
#include "suspend.hpp"

namespace clamh {

template <class T>
inline constexpr clamh_injected injected = CLAMH_STATE;
#define CLAMH_INJECTED(NAME, KIND) \
    template <>                    \
    inline constexpr clamh_injected injected<harness_utils::NAME> = KIND;
#define CLAMH_FILLED(NAME, KIND, LAYOUT)                                                                                  \
    CLAMH_INJECTED(NAME, KIND)                                                                                            \
    static_assert(sizeof(harness_utils::NAME) == sizeof(LAYOUT) && alignof(harness_utils::NAME) <= alignof(max_align_t) && \
                  std::is_standard_layout_v<harness_utils::NAME>);
CLAMH_INJECTED(Blackhole, CLAMH_BLACKHOLE)
CLAMH_FILLED(Control, CLAMH_CONTROL, clamh_control)
CLAMH_FILLED(BenchmarkParams, CLAMH_BENCHMARK_PARAMS, clamh_benchmark_params)
CLAMH_FILLED(IterationParams, CLAMH_ITERATION_PARAMS, clamh_iteration_params)
CLAMH_FILLED(ThreadParams, CLAMH_THREAD_PARAMS, clamh_thread_params)
CLAMH_FILLED(Random, CLAMH_RANDOM, clamh_random)
CLAMH_FILLED(Memory, CLAMH_MEMORY, clamh_memory)
CLAMH_FILLED(Operations, CLAMH_OPERATIONS, clamh_operations)
CLAMH_FILLED(Suspend, CLAMH_SUSPEND, clamh_suspension)
#undef CLAMH_FILLED
#undef CLAMH_INJECTED

}  // namespace clamh
