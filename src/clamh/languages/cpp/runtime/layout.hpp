// Where things of a case lie: drawn from its layout seed, 0 for a static layout, in which nothing is moved.
#pragma once

#include <cstddef>

#include "random.hpp"

namespace clamh {

// How many bytes further down the stack of a measuring thread its work begins: less than a page, and aligned as a stack is.
inline std::size_t stack_offset(std::uint64_t layout_seed, int thread) {
    constexpr std::size_t page = 4096, step = 16;
    if (layout_seed == 0) return 0;
    SplitMix64 drawn{~layout_seed ^ SplitMix64::mixed(static_cast<std::uint64_t>(thread))};  // not what states are placed by
    return drawn.next() % (page / step) * step;
}

// The seed of what one thread alone has.
inline std::uint64_t layout_of_thread(std::uint64_t layout_seed, int thread) {
    return layout_seed == 0 ? 0 : layout_seed ^ SplitMix64::mixed(static_cast<std::uint64_t>(thread));
}

}  // namespace clamh
