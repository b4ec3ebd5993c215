namespace library {
//@@State(Scope.Benchmark)
struct Data {
    int value = 1;
};
}
using namespace library;

//@@Benchmark
int uses(Data &data) { return data.value; }
