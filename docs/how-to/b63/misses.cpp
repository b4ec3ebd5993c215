// Cache misses, by the events of the CPU. A virtual machine may have none; the program then says so, and measures the rest.
#include "b63.h"
#include "counters/perf_events.h"
#include <numeric>
#include <vector>

static const size_t size = 1 << 20, mask = size - 1;

static std::vector<uint32_t> make_numbers() {
    std::vector<uint32_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

B63_BASELINE(sequential, n) {
    std::vector<uint32_t> numbers;
    B63_SUSPEND {
        numbers = make_numbers();
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += numbers[i & mask];
    }
    B63_KEEP(sum);
}

B63_BENCHMARK(scattered, n) {
    std::vector<uint32_t> numbers;
    B63_SUSPEND {
        numbers = make_numbers();
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += numbers[(i * 7919) & mask];
    }
    B63_KEEP(sum);
}

int main(int argc, char **argv) {
    B63_RUN_WITH("time,lpe:L1-dcache-load-misses,lpe:page-faults", argc, argv);
    return 0;
}
