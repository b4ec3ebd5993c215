// The classes besides states that a benchmark or fixture may take: the harness makes and fills their objects.
#pragma once

#include <type_traits>

#include "blackhole.hpp"
#include "control.hpp"
#include "memory.hpp"
#include "operations.hpp"
#include "params.hpp"
#include "random.hpp"

namespace clamh {

template <class T, class... Known>
inline constexpr bool one_of = (std::is_same_v<T, Known> || ...);

template <class T>
inline constexpr bool injected =
    one_of<T, harness_utils::Blackhole, harness_utils::Control, harness_utils::BenchmarkParams, harness_utils::IterationParams,
           harness_utils::ThreadParams, harness_utils::Random, harness_utils::Memory, harness_utils::Operations>;

struct Case;
struct Thread;

// What the harness writes into them, which nobody else may.
struct Injected {
    static void begin_trial(Thread &thread);
    static void begin_iteration(Thread &thread);
    static long long operations(const harness_utils::Operations *said) { return said == nullptr ? 0 : said->total; }

private:
    static harness_utils::IterationParams phase(const Case &open, bool warmup);
};

}  // namespace clamh
