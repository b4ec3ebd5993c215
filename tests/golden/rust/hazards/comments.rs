/* outer /* @Benchmark nested */ still @Benchmark */
/// doc @Benchmark
//! @Benchmark
// @Benchmark
/** @Benchmark */
fn not_one() {}
//@@Benchmark
/// A real one.
// and a comment
#[allow(dead_code)]
fn one() {}
