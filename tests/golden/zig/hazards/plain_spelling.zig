@State(Scope.Thread)
const Input = struct {
    @Param({"1", "2"})
    size: usize = 0,
};

@Benchmark
fn sum(input: *Input) usize {
    return @as(usize, input.size);
}
