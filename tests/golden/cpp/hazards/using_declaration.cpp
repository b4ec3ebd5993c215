namespace library {
//@@State(Scope.Benchmark)
struct Data {
    int value = 1;
};
}
using library::Data;

//@@Benchmark
int uses(Data &data) { return data.value; }
