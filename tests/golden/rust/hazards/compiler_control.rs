//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
fn called(n: u32) -> u32 { n }
//@@Benchmark
//@@CompilerControl(CompilerControl.Mode.INLINE)
fn b() -> u32 { called(3) }
