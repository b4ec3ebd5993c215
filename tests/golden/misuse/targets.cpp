//@@Benchmark
struct NotAFunction {};
//@@State(Scope.Benchmark)
int not_a_class() { return 1; }
//@@State(Scope.Benchmark)
struct Data {
    //@@Setup
    int not_a_method;
    //@@Param({"1"})
    void not_a_field() {}
    //@@Warmup(iterations = 1)
    int nor_a_setting;
};
//@@Param({"1"})
enum class Colour { RED };
//@@Benchmark
//@@Benchmark
int twice(Data &data) { return data.not_a_method; }
//@@Benchmark
