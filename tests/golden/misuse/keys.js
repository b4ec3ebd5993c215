class A {
    //@@Benchmark
    static same_name() { return 1; }
    static S = class {
        //@@Benchmark
        static f() { return 1; }
    };
}
//@@Benchmark
function sameName() { return 1; }
//@@Benchmark(name = "same", baseline = true)
function third() { return 1; }
//@@Benchmark(name = "SAME", baseline = true)
function fourth() { return 1; }
class S {
    //@@Benchmark
    static f() { return 1; }
    //@@Benchmark
    static f_() { return 1; }
    //@@Benchmark
    static F() { return 1; }
    //@@Benchmark
    F() { return 2; }
}
