// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.

#include <cstdint>
#include <future>
#include <utility>

class Benchmarks {
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    static int recursive(int number) { return number < 2 ? number : recursive(number - 1) + recursive(number - 2); }

    // The smaller half of the calls goes to another thread, as often as `forks` says.
    static int forked(int number, int forks) {
        if (forks == 0) return recursive(number);
        std::future<int> other = std::async(std::launch::async, recursive, number - 2);
        const int mine = forked(number - 1, forks - 1);
        return mine + other.get();
    }

    // The Fibonacci number and the next one, modulo 2 to the 32.
    static Pair loop(int number) {
        std::uint32_t current = 0, following = 1;
        for (int remaining = number; remaining > 0; --remaining) {
            const std::uint32_t sum = current + following;
            current = following;
            following = sum;
        }
        return {current, following};
    }

public:
    //@@State(Scope.Benchmark)
    struct Calls {
        //@@Param({"20", "27"})
        int number;
        //@@Param({"1", "3"})
        int forks;
    };

    //@@State(Scope.Benchmark)
    struct Chain {
        //@@Param({"10000", "1000000"})
        int number;
    };

    //@@Benchmark
    static int fiboCalls(const Calls &calls) { return recursive(calls.number); }

    //@@Benchmark
    static int fiboCallsForked(const Calls &calls) { return forked(calls.number, calls.forks); }

    //@@Benchmark
    static std::int32_t fiboChain(const Chain &chain) { return static_cast<std::int32_t>(loop(chain.number).first); }

    // F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
    //@@Benchmark
    static std::int32_t fiboChainHalved(const Chain &chain) {
        const int half = chain.number / 2;
        std::future<Pair> other = std::async(std::launch::async, loop, half - 1);
        const Pair mine = loop(chain.number - half);
        const Pair theirs = other.get();
        return static_cast<std::int32_t>(theirs.second * mine.second + theirs.first * mine.first);
    }
};
