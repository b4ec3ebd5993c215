// Handing `invoke` to the recording build: the executable beside this one whose Blackhole writes down.
#pragma once

#include "case.hpp"
#include "message.hpp"

namespace clamh {

// Becomes that executable, which opens the same cases and answers `line`; throws Failure when it is not there.
void become_recorder(const List<Case *> &cases, const Text &line, const Channel &channel);

// In the recording build: puts the lines it was left before those of the channel, and says how many are answered already.
long long replay(Channel &channel);

}  // namespace clamh
