//@@Benchmark
fn read(hole: *Blackhole, random: *Random) void {
    hole.consume(random.nextInt());
}
