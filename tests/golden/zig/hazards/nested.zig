pub const outer = struct {
    pub const inner = struct {
        //@@State(Scope.Thread)
        const Input = struct {
            //@@Param("1")
            size: usize = 0,

            const Kind = enum { a, b };

            //@@Param
            kind: Kind = .a,
        };

        //@@Benchmark
        fn sum(input: *Input) usize {
            return input.size;
        }
    };

    //@@Benchmark
    fn other(input: *const inner.Input) usize {
        return input.size;
    }
};

//@@Benchmark
fn third(input: *outer.inner.Input) usize {
    return input.size;
}
