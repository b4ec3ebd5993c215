const broken = = 3;

//@@State(Scope.Thread)
const Input = struct {
    //@@Param("1")
    x: u8 = 0,
};

fn unfinished(a: u8) {
}

const half: = 4;

//@@Benchmark
fn read(input: *Input) u8 {
    return input.x;
}
