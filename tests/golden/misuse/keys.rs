mod a {
    //@@Benchmark
    fn same_name() -> i32 { 1 }
    #[derive(Default)]
    struct S;
    impl S {
        //@@Benchmark
        fn f() -> i32 { 1 }
    }
}
//@@Benchmark
fn sameName() -> i32 { 1 }
//@@Benchmark(name = "same", baseline = true)
fn third() -> i32 { 1 }
//@@Benchmark(name = "SAME", baseline = true)
fn fourth() -> i32 { 1 }
#[derive(Default)]
struct S;
impl S {
    //@@Benchmark
    fn f() -> i32 { 1 }
    //@@Benchmark
    fn f_() -> i32 { 1 }
    //@@Benchmark
    fn F() -> i32 { 1 }
}
