@Benchmrk
fn typo() -> i32 { 1 }
//@@Banchmark
fn marked() -> i32 { 1 }
//@@Xyzzy(1, "two")
fn nothing_like_it() -> i32 { 1 }
//@@benchmark
fn lower_case() -> i32 { 1 }
//@@Benchmark
fn fine() -> i32 { 1 }
