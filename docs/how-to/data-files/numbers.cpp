// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

//@@State(Scope.Benchmark)
struct Numbers {
    std::vector<int> numbers;

    //@@Setup
    void load() {
        std::ifstream file("data/numbers.txt");
        if (!file) throw std::runtime_error("data/numbers.txt cannot be read");
        numbers.assign(std::istream_iterator<int>(file), {});
    }
};

//@@Benchmark
int largest(Numbers &state) { return *std::max_element(state.numbers.begin(), state.numbers.end()); }
