// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

#include <cstddef>
#include <vector>

//@@State(Scope.Thread)
struct Growing {
    std::vector<int> list;

    //@@Setup(Level.Iteration)
    void empty() { list = std::vector<int>(); }
};

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 3, batchSize = 5000)
//@@Measurement(iterations = 3, batchSize = 5000)
std::size_t insertInMiddle(Growing &growing) {
    growing.list.insert(growing.list.begin() + static_cast<long>(growing.list.size() / 2), 1);
    return growing.list.size();
}
