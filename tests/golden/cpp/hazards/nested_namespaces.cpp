namespace outer::middle {
inline namespace v2 {
//@@State(Scope.Thread)
struct Data {
    int value = 1;
};
}
namespace inner {
//@@Benchmark
int deep(Data &data) { return data.value; }
}
}
namespace outer {
//@@Benchmark
int shallow(middle::Data &data) { return data.value; }
}
