// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

#include <algorithm>
#include <vector>

//@@State(Scope.Thread)
struct Unsorted {
    std::vector<int> original, numbers;

    //@@Setup
    void make() {
        unsigned value = 1;
        for (int at = 0; at < 50000; ++at) original.push_back(static_cast<int>((value = value * 1664525u + 1013904223u) >> 1));
    }
};

//@@State(Scope.Thread)
struct Fresh {
    std::vector<int> numbers;

    //@@Setup(Level.Invocation)
    void copy(const Unsorted &unsorted) { numbers = unsorted.original; }
};

//@@Benchmark
int sortFresh(Fresh &fresh) {
    std::sort(fresh.numbers.begin(), fresh.numbers.end());
    return fresh.numbers[0];
}

//@@Benchmark
int sortOfCopy(const Unsorted &unsorted) {
    std::vector<int> numbers = unsorted.original;
    std::sort(numbers.begin(), numbers.end());
    return numbers[0];
}
