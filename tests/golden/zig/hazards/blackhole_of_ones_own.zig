const Blackhole = struct {
    x: u8 = 0,
};

//@@Benchmark
fn read(hole: *Blackhole) void {
    hole.x += 1;
}
