// `describe`: what this artifact is, and what is in it.
#pragma once

#include "message.hpp"

namespace clamh {

void describe(const Channel &channel);

}  // namespace clamh
