// Where does a number stand among sorted ones? Looking at each in turn, or halving what is left.

#include <vector>

//@@State(Scope.Benchmark)
struct Numbers {
    //@@Param({"8", "1024"})
    int size;

    std::vector<int> sorted;
    int wanted;

    //@@Setup
    void fill() {
        sorted.clear();
        for (int i = 0; i < size; ++i) sorted.push_back(2 * i);
        wanted = sorted[size - 1];
    }
};

//@@Benchmark
int eachInTurn(const Numbers &numbers) {
    for (int i = 0; i < numbers.size; ++i) {
        if (numbers.sorted[i] == numbers.wanted) return i;
    }
    return -1;
}

//@@Benchmark
int halving(const Numbers &numbers) {
    int low = 0, high = numbers.size - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (numbers.sorted[middle] < numbers.wanted) low = middle + 1;
        else high = middle;
    }
    return numbers.sorted[low] == numbers.wanted ? low : -1;
}
