struct Plain {
    //@@Param({"1"})
    int outside;
};
//@@Param({"1"})
int outside;
//@@State(Scope.Benchmark)
struct Data {
    //@@Param
    int no_values;
    //@@Param({})
    int empty;
    //@@Param({{"1"}})
    int not_quoted;
    //@@Param({"1", "1"})
    int twice;
    //@@Param(range(8, 4))
    int backwards;
    //@@Param(range(1))
    int one_bound;
    //@@Param(rnge(1, 8))
    int unknown_call;
    //@@Param(denseRange(0, 1000000))
    int too_many;
    //@@Param(ALL)
    int not_literal;
    //@@Param(value = {"1"}, units = 1000)
    int units;
    //@@Param({"1"})
    const int fixed;
};
//@@Benchmark
int one(struct Data *data) { return data->twice; }
