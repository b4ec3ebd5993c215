//@@Benchmark
//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
pub fn never() void {}

//@@Benchmark
//@@CompilerControl(CompilerControl.Mode.INLINE)
fn always() void {}
