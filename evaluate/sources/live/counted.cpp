// A kernel whose instructions valgrind counts: `counted NAME STEPS`.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "live.hpp"

static Walk start;
static std::vector<std::uint32_t> ring;

extern "C" [[gnu::noinline]] std::uint32_t counted(std::string_view name, long steps) {
    if (name == "branchy") return walk(start, steps);
    if (name == "memory") return hop(ring.data(), 0, steps);
    return chain(1, steps);
}

int main(int, char **words) {
    ring = make_ring(16384);
    std::printf("%u\n", counted(words[1], std::atol(words[2])));
}
