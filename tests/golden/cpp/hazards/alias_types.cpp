namespace library {
//@@State(Scope.Benchmark)
struct Data {
    int value = 1;
};
}
using Alias = library::Data;
typedef Alias Again;
namespace far = library;

//@@Benchmark
int by_using(const Alias &data) { return data.value; }

//@@Benchmark
int by_typedef(Again &data) { return data.value; }

//@@Benchmark
int by_namespace(far::Data &data) { return data.value; }
