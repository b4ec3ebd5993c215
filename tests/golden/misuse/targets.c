//@@Benchmark
struct NotAFunction { int n; };
//@@State(Scope.Benchmark)
int not_a_class(void) { return 1; }
//@@State(Scope.Benchmark)
struct Data {
    //@@Setup
    int not_a_method;
    //@@Warmup(iterations = 1)
    int nor_a_setting;
};
//@@Param({"1"})
void not_a_field(struct Data *data) {}
//@@Param({"1"})
enum Colour { RED };
//@@Benchmark
//@@Benchmark
int twice(struct Data *data) { return data->not_a_method; }
//@@Benchmark
