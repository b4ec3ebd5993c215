// The worker's side of canonical values: the texts themselves.
#pragma once

#include "list.hpp"
#include "text.hpp"

namespace clamh {

List<Text> take_consumed();  // what Blackhole has been given since the last call
Text shortened(const Text &text);
List<Text> listed(List<Text> texts);  // as an answer has them: of many the first, and one that stands for all of them

}  // namespace clamh
