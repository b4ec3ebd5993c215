// What a command cannot do, as the protocol's `failed` says it.
#pragma once

#include "text.hpp"

namespace clamh {

struct Failure {
    const char *reason;
    Text where, message;
    Text id = {};  // of the case, when it is not the command's first
};

// A command that is wrong in itself; the words as printf writes them.
Failure usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The exception that is being handled: itself when it is a Failure, else user code's, with this reason.
Failure raised(const char *reason, const char *where);

}  // namespace clamh
