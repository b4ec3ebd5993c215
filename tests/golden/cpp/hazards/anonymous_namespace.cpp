namespace bench {
namespace {
//@@State(Scope.Benchmark)
struct Data {
    int value = 1;
};
//@@Benchmark
int hidden(const Data &data) { return data.value; }
}
}
