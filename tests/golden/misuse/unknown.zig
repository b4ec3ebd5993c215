@Benchmrk
fn typo() i32 { return 1; }
//@@Banchmark
fn marked() i32 { return 1; }
//@@Xyzzy(1, "two")
fn nothing_like_it() i32 { return 1; }
//@@benchmark
fn lower_case() i32 { return 1; }
//@@Benchmark
fn fine() i32 { return 1; }
