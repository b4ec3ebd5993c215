//@@Benchmark(baseline = )
fn one() i32 { return 1; }
//@@Benchmark(name = 'x')
fn two() i32 { return 1; }
//@@Benchmark baseline
fn three() i32 { return 1; }
//@@Benchmark(baseline = true
fn four() i32 { return 1; }
@Benchmark(baseline = true]
fn five() i32 { return 1; }
//@@Benchmark
//@@Fork(010)
fn six() i32 { return 1; }
// @@Benchmark
fn seven() i32 { return 1; }
// @@Benchmark is what this remark speaks of
const eight =
    \\// @@Benchmark
;
