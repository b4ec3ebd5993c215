// What only the wrapper's own compilation knows. The harness's own cost: an empty benchmark through the stub that every
// benchmark gets, compiled with its flags. It is in no catalog.
#pragma once

#include "loop.hpp"

namespace clamh {

inline void nothing() {}

struct Floor {
    static constexpr std::uint32_t number() { return unnumbered; }  // the core's: see clamh_abi.h
    static constexpr std::uint32_t place() { return 0; }
    static constexpr const char *name() { return "clamh::empty"; }
    static constexpr const char *group() { return nullptr; }
    static constexpr int home() { return -1; }
};

// Never registered, since nothing asks for its `registered`.
inline const clamh_function *const the_floor = &bench<Floor, &nothing>::record;

// Asked here, where benchmarks are compiled: the rest of the worker is not optimised, whatever they are.
#ifdef __OPTIMIZE__
inline constexpr bool optimised = true;
#else
inline constexpr bool optimised = false;
#endif

// Whether this process knows everything that Blackhole is given: unless a second build of the same source writes it down.
#ifdef CLAMH_RECORDED_APART
inline constexpr bool records = false;
#else
inline constexpr bool records = true;
#endif

}  // namespace clamh
