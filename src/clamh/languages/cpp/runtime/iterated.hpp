// The event that tells of one iteration.
#pragma once

#include "message.hpp"
#include "threads.hpp"

namespace clamh {

Event iterated(const Case &open, const Iteration &result);  // throws Failure when no report could be made of it

}  // namespace clamh
