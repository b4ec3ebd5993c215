// A kernel as a whole process, which is what hyperfine times: `whole NAME STEPS TIMES`. With `NAME STEPS 1` valgrind counts
// the instructions of `counted`.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels.hpp"

struct Prepared {
    std::vector<std::uint32_t> ring;
    std::vector<std::int32_t> given, work;
};

extern "C" [[gnu::noinline]] std::uint32_t counted(const char *name, Prepared &prepared, long steps) {
    switch (name[0]) {
        case 'c': return chained(1, steps);
        case 'm': return followed(prepared.ring.data(), steps);
        case 'a': return allocated(steps);
        default: return sorted(prepared.given, prepared.work, steps);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    const char *const name = arguments[1];
    const long steps = std::atol(arguments[2]);
    Prepared prepared;
    if (name[0] == 'm') prepared.ring = made_ring();
    if (name[0] == 'b') prepared.given = prepared.work = made_numbers();
    std::uint32_t sum = 0;
    for (long times = std::atol(arguments[3]); times > 0; --times) {
        sum += counted(name, prepared, steps);
        asm volatile("" ::: "memory");
    }
    std::printf("%u\n", sum);
}
