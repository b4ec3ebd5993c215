const A = struct { a: u8 = 0 }; //@@Benchmark
fn first() void {}
//@@State(Scope.Thread) @Timeout(1)
const S = struct { x: u8 = 0, y: u8 = 0 };
//@@Benchmark @Warmup(iterations = 1)
fn second(s: *S) u8 { return s.x; } fn third() void {}
