// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
#include "clamh.hpp"
#include "transcript.hpp"

class Memory {
public:
    //@@State(Scope.Thread)
    struct Store {
        //@@Param("1000")
        int size;

        int *grains;
        double *oils;

        //@@Setup
        void fill(harness_utils::Memory &memory) {
            grains = memory.array<int>(size);
            oils = memory.array<double>(size);
            transcript::line("setup sum=%d", sum());
        }

        int sum() const {
            double all = 0;
            for (int at = 0; at < size; at++) all += grains[at] + oils[at];
            return static_cast<int>(all);
        }
    };

    //@@Benchmark
    static void add(Store &store) {
        for (int at = 0; at < store.size; at++) {
            store.grains[at] += 1;
            store.oils[at] += 2;
        }
        transcript::line("call sum=%d", store.sum());
    }
};
