//@@Benchmark
//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
pub fn never() void {}

//@@Benchmark
//@@CompilerControl(CompilerControl.Mode.INLINE)
fn always() void {}

//@@CompilerControl(CompilerControl.Mode.INLINE)
inline fn same() void {}

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
inline fn other() void {}

//@@CompilerControl(CompilerControl.Mode.INLINE)
pub export fn exported() void {}
