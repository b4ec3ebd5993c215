// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.
#include <algorithm>
#include <vector>

//@@State(Scope.Thread)
struct List {
    //@@Param({"100", "10000"})
    int n = 0;
    std::vector<int> values;
};

//@@Benchmark
int add_then_sort(List &list, Operations &operations) {
    list.values.clear();
    for (int at = 0; at < list.n; ++at) list.values.push_back(at * 40503 % 65536);
    std::sort(list.values.begin(), list.values.end());
    operations.add(list.n);
    return list.values[list.n / 2];
}
