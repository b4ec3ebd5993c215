const a = struct {
    //@@Benchmark
    fn same_name() i32 { return 1; }
    const S = struct {
        //@@Benchmark
        fn f(_: *S) i32 { return 1; }
    };
};
//@@Benchmark
fn sameName() i32 { return 1; }
//@@Benchmark(name = "same", baseline = true)
fn third() i32 { return 1; }
//@@Benchmark(name = "SAME", baseline = true)
fn fourth() i32 { return 1; }
const S = struct {
    //@@Benchmark
    fn f() i32 { return 1; }
    //@@Benchmark
    fn f_() i32 { return 1; }
    //@@Benchmark
    fn F() i32 { return 1; }
};
