// What only the wrapper's own compilation knows. The harness's own cost: an empty benchmark through the stub that every
// benchmark gets, compiled with its flags. It is in no catalog; `hello` says its name, and `open` takes it.
#pragma once

#include "loop.hpp"

namespace clamh {

inline void nothing() {}

struct Floor {
    static constexpr const char *name() { return CLAMH_FLOOR; }
    static constexpr int index() { return -1; }
    static constexpr const char *path() { return ""; }
    static constexpr int line() { return 0; }
    static constexpr const char *settings() { return "{}"; }
    static constexpr const char *baseline() { return ""; }
    static constexpr const char *forecast() { return "{}"; }
};

// Never registered, since nothing asks for its `registered`.
const Function *const the_floor = &bench<Floor, &nothing>::record;

// Asked here, where benchmarks are compiled: the worker itself is not optimised, whatever they are.
#ifdef __OPTIMIZE__
const bool optimised = true;
#else
const bool optimised = false;
#endif

}  // namespace clamh
