fn outer() {
    //@@Benchmark
    fn inner() {}
    mod local {
        //@@Benchmark
        fn deep() {}
    }
}
const TABLE: [fn(); 1] = [outer];
//@@Benchmark
const CLOSURE: fn() = || {};
