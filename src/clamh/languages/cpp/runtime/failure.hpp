// What a command cannot do, as the protocol's `failed` says it.
#pragma once

#include <string>

namespace clamh {

struct Failure {
    std::string reason, where, message;
    std::string id = {};  // of the case, when it is not the command's first
};

}  // namespace clamh
