macro_rules! counted {
    (@inner $x:expr) => { 1 };
    (@Benchmark $x:expr) => { 1 };
    ($($x:expr),*) => { 0 $(+ counted!(@inner $x))* };
}
//@@Benchmark
fn three() -> i32 { counted!(1, 2, 3) }
