//@@State(Scope.Benchmark)
const Data = class {
    //@@Param({"1"})
    n = 1;
    //@@Benchmark
    one() { return this.n; }
};
//@@State(Scope.Benchmark)
let Outer = class Inner {
    m = 1;
};
//@@Benchmark
const two = (data, outer) => data.n + outer.m;
register(class Hidden {
    //@@Benchmark
    static three() { return 1; }
});
register(class {
    //@@Benchmark
    static four() { return 1; }
});
