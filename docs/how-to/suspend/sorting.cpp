#include "clamh.h"

#include <algorithm>
#include <vector>

//@@State(Scope.Thread)
struct Numbers {
    //@@Param("1000")
    int size;

    std::vector<int> unsorted, numbers;

    //@@Setup
    void fill(Random &random) {
        for (int at = 0; at < size; ++at) unsorted.push_back(random.nextInt());
    }
};

//@@Benchmark
int sort(Numbers &numbers, Suspend &suspend) {
    suspend.run([&] { numbers.numbers = numbers.unsorted; });
    std::sort(numbers.numbers.begin(), numbers.numbers.end());
    return numbers.numbers[numbers.numbers.size() / 2];
}
