//@@State(Scope.Thread)
const S = struct {
    //@@Param("1")
    x: u8 = 0,
};

const text =
    \\//@@Benchmark
;
//@@Benchmark
fn read(s: *S) u8 {
    return s.x;
}
