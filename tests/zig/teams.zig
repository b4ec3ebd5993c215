// What test_protocol.py asks several threads.
const clamh = @import("clamh");

//@@State(Scope.Thread)
const Own = struct {
    calls: i64 = 0,
};

//@@State(Scope.Group)
const Shelf = struct {
    height: i64 = 0,
};

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
fn take_one(own: *Own, shelf: *const Shelf, random: *clamh.Random) i64 {
    own.calls += 1 + shelf.height;
    return random.nextLong();
}

//@@Benchmark
//@@Group("shelf")
fn give(_: *const Shelf, random: *clamh.Random, control: *const clamh.Control) i64 {
    return if (control.stopMeasurement()) 0 else random.nextLong();
}

//@@Benchmark
fn count(own: *Own) i64 {
    own.calls += 1;
    return own.calls;
}

//@@Benchmark
fn fails(params: *const clamh.ThreadParams) void {
    if (params.getThreadIndex() == 1) @panic("the second of us");
}
