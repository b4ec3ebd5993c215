// One invocation with everything around it, and what it returned and consumed.
#pragma once

#include "case.hpp"
#include "message.hpp"

namespace clamh {

// So many calls on one state, each an iteration of its own (in an iteration of slices: within it); on the state that measuring left, or on a fresh one. Of a group each thread invokes its member, all at once; of other
// benchmarks the first thread. Throws Failure.
Event invoke(Case &open, unsigned long long calls);

}  // namespace clamh
