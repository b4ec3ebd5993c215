const suite = {
    //@@Benchmark
    one() { return 1; },
    //@@Benchmark
    two: () => 1,
    //@@Benchmark
    three: function () { return 1; },
    //@@State(Scope.Benchmark)
    Data: class {},
    nested: {
        //@@Benchmark
        async four() { return 1; },
    },
};
class A {
    table = {
        //@@Benchmark
        five() { return 1; },
    };
}
