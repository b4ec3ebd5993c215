// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

#include <algorithm>
#include <cstdint>
#include <vector>

class Benchmarks {
    static constexpr int LINE = 16;     // cells in a cache line of 64 bytes
    static constexpr int CHUNK = 8192;  // cells of a stream: 32 KiB
    static constexpr int STEPS = 4050;
    static constexpr int COLD_STEPS = 500;

    static std::uint32_t next(std::uint32_t draw) { return draw * 1664525 + 1013904223; }

public:
    // An array in which the first cell of each line holds the place of the next line of one cycle through all
    // lines. Some numbers beside them make sums differ.
    //@@State(Scope.Thread)
    struct Cells {
        //@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
        int size;  // in bytes; a power of two
        std::vector<std::int32_t> cells;
        int position;  // where the last invocation stopped
        std::uint32_t draw;  // the last number of a sequence

        //@@Setup
        void fill() {
            const std::int64_t lines = size / (4 * LINE);
            cells.assign(size / 4, 0);
            for (std::int64_t line = 0; line < lines; ++line) {
                cells[line * LINE] = static_cast<std::int32_t>((line * 1664525 + 1013904223) % lines * LINE);
                cells[line * LINE + 1] = static_cast<std::int32_t>(line * line % 1009);
            }
            position = 0;
            draw = static_cast<std::uint32_t>(size);
        }
    };

    // Bytes that push the cells out of the caches, where these are smaller.
    //@@State(Scope.Thread)
    struct Flush {
        //@@Param(value = {"67108864"}, units = 1024)
        int flush;  // in bytes
        std::vector<std::uint8_t> bytes;
        int sum;

        //@@Setup
        void fill() { bytes.assign(flush, 1); }

        //@@Setup(Level.Invocation)
        void readAll() {
            sum = 0;
            for (int at = 0; at < flush; at += 64) sum += bytes[at];
        }
    };

    //@@Benchmark
    //@@OperationsPerInvocation(8192)
    static std::int32_t streamRead(Cells &state) {
        const int first = state.position;
        const std::int32_t *const cells = state.cells.data();
        std::uint32_t sum = 0;
        for (int at = first; at < first + CHUNK; ++at) sum += static_cast<std::uint32_t>(cells[at]);
        state.position = (first + CHUNK) & (state.size / 4 - 1);
        return static_cast<std::int32_t>(sum);
    }

    //@@Benchmark
    //@@OperationsPerInvocation(8192)
    static std::int32_t streamWrite(Cells &state) {
        const int first = state.position;
        std::int32_t *const cells = state.cells.data();
        const auto number = static_cast<std::int32_t>(state.draw = next(state.draw));
        for (int at = first; at < first + CHUNK; ++at) cells[at] = number ^ at;
        state.position = (first + CHUNK) & (state.size / 4 - 1);
        return cells[first + CHUNK - 1];
    }

    // From the lower half of the array to the upper one.
    //@@Benchmark
    //@@OperationsPerInvocation(4096)
    static std::int32_t streamCopy(Cells &state) {
        const int half = state.size / 8;
        const int first = state.position;
        std::int32_t *const cells = state.cells.data();
        cells[first] = static_cast<std::int32_t>(state.draw = next(state.draw));
        std::copy(cells + first, cells + first + CHUNK / 2, cells + half + first);
        state.position = (first + CHUNK / 2) & (half - 1);
        return cells[half + first];
    }

    // Each load needs the one before it: the latency.
    //@@Benchmark
    //@@OperationsPerInvocation(4050)
    static std::int32_t randomWalk(Cells &state) {
        const std::int32_t *const cells = state.cells.data();
        int at = state.position;
        for (int step = 0; step < STEPS; ++step) at = cells[at];
        state.position = at;
        return at;
    }

    // The places are computed, not loaded: many loads are under way at once.
    //@@Benchmark
    //@@OperationsPerInvocation(4050)
    static std::int32_t randomReads(Cells &state) {
        const std::uint32_t lines = state.size / (4 * LINE);
        const std::int32_t *const cells = state.cells.data();
        std::uint32_t draw = state.draw;
        std::uint32_t sum = 0;
        for (int step = 0; step < STEPS; ++step) {
            draw = next(draw);
            sum += static_cast<std::uint32_t>(cells[((draw >> 8) & (lines - 1)) * LINE]);
        }
        state.draw = draw;
        return static_cast<std::int32_t>(sum);
    }

    //@@Benchmark
    //@@OperationsPerInvocation(8192)
    static std::int32_t streamReadFlushed(Cells &state, Flush &) {
        const int first = state.position;
        const std::int32_t *const cells = state.cells.data();
        std::uint32_t sum = 0;
        for (int at = first; at < first + CHUNK; ++at) sum += static_cast<std::uint32_t>(cells[at]);
        state.position = (first + CHUNK) & (state.size / 4 - 1);
        return static_cast<std::int32_t>(sum);
    }

    //@@Benchmark
    //@@OperationsPerInvocation(500)
    static std::int32_t randomWalkFlushed(Cells &state, Flush &) {
        const std::int32_t *const cells = state.cells.data();
        int at = state.position;
        for (int step = 0; step < COLD_STEPS; ++step) at = cells[at];
        state.position = at;
        return at;
    }
};
