#include <memory>
#include <string>
#include <vector>

//@@State(Scope.Benchmark)
struct Data {
    std::vector<int> items = {1, 2};
    std::string text = "x";
};

//@@Benchmark
const std::string &by_reference(const Data &data) { return data.text; }

//@@Benchmark
std::unique_ptr<int> move_only() { return std::make_unique<int>(1); }

//@@Benchmark
std::vector<std::vector<int>> by_value(const Data &data) { return {data.items}; }

//@@Benchmark
auto deduced(const Data &data) { return data.items.size(); }

//@@Benchmark
decltype(auto) exact(Data &data) { return (data.items); }

//@@Benchmark
int (*function_pointer(const Data &))(void) { return nullptr; }
