// The struct of a benchmark may be the state itself: its fields are protected like those of any other.

//@@State(Scope.Thread)
const OwnState = struct {
    number: f64 = 2,

    //@@Benchmark
    fn square(self: *const OwnState) f64 {
        return self.number * self.number;
    }
};
