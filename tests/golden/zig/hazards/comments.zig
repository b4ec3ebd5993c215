//! @@Benchmark of the file
//!//@@Benchmark

/// //@@Benchmark
/// @Benchmark
// @@Benchmark
// //@@Benchmark
///@@Benchmark
////@@Benchmark
fn nothing() void {}

/// What it is.
//@@Benchmark
// why it is
fn read() void {}

//@@Benchmark
/// A comment between.
pub fn documented() void {}
