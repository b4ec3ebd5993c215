// The worker's side of canonical values: the texts themselves.
#pragma once

#include <string>
#include <vector>

namespace clamh {

struct Text {
    std::string value;
};

std::vector<Text> take_consumed();  // what Blackhole has been given since the last call
std::string shortened(const Text &text);

}  // namespace clamh
