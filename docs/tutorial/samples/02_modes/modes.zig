// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

//@@State(Scope.Benchmark)
const Text = struct {
    text: [1000]u8 = @splat('x'),
};

fn hash(text: []const u8) i32 {
    var value: u32 = 0;
    for (text) |character| value = value *% 31 +% character;
    return @bitCast(value);
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
//@@OutputTimeUnit(TimeUnit.SECONDS)
fn hashThroughput(text: *const Text) i32 {
    return hash(&text.text);
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
fn hashAverage(text: *const Text) i32 {
    return hash(&text.text);
}

//@@Benchmark
//@@BenchmarkMode(Mode.SampleTime)
fn hashSample(text: *const Text) i32 {
    return hash(&text.text);
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
fn hashSingleShot(text: *const Text) i32 {
    return hash(&text.text);
}

//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
fn hashWall(text: *const Text) i32 {
    return hash(&text.text);
}
