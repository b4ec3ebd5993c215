// Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?
#include <string.h>

#include "clamh.hpp"
#include "transcript.hpp"

class RandomValues {
public:
    //@@State(Scope.Thread)
    struct Urn {
        //@@Setup
        void fill(harness_utils::Random &random) {
            const long long first = random.nextLong();
            const int second = random.nextInt(), third = random.nextInt(1000);
            const long long fourth = random.nextLong(1000000000000);
            const bool fifth = random.nextBoolean();
            const double sixth = random.nextDouble();
            unsigned long long bits;
            memcpy(&bits, &sixth, sizeof bits);
            transcript::line("setup long=%lld int=%d of1000=%d of10^12=%lld boolean=%s double=%016llx", first, second, third,
                             fourth, fifth ? "true" : "false", bits);
        }
    };

    //@@Benchmark
    static void draw(Urn &, harness_utils::Random &random) { transcript::line("call int=%d", random.nextInt()); }
};
