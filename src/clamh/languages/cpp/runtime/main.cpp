// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <limits.h>
#include <unistd.h>

#include "worker.hpp"

namespace clamh {

static const char *invoked_as = "";

Text own_path() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length > 0 && length < static_cast<ssize_t>(sizeof path)) return Text(path, static_cast<std::size_t>(length));
    return realpath(invoked_as, path) != nullptr ? path : invoked_as;
}

}  // namespace clamh

int main(int count, char **arguments) {
    clamh::invoked_as = arguments[0];
    const char *in = std::getenv("CLAMH_IN"), *out = std::getenv("CLAMH_OUT");
    if (in != nullptr && out != nullptr) {
        unsigned long long reading, writing;
        if (clamh::whole_number(in, 1 << 20, reading) && clamh::whole_number(out, 1 << 20, writing)) {
            return clamh::serve(static_cast<int>(reading), static_cast<int>(writing));
        }
        std::fprintf(stderr, "CLAMH_IN and CLAMH_OUT must be numbers of open descriptors\n");
        return 2;
    }
    if (count > 1 && std::strcmp(arguments[1], "--solo") == 0) return clamh::run_solo(count - 2, arguments + 2);
    return clamh::hand_over(count - 1, arguments + 1);
}
