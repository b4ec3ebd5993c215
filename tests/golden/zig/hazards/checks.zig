//@@State(Scope.Thread)
const Input = struct {
    x: u8 = 0,

    //@@Check
    fn sum(self: *const Input) !u8 {
        return self.x;
    }
};

//@@Benchmark
fn read(input: *Input) void {
    input.x +%= 1;
}
