// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

//@@State(Scope.Thread)
const Input = struct {
    number: f64 = 3.7,
};

const constant: f64 = 3.7;

//@@Benchmark
fn rootOfLiteral() f64 {
    return @sqrt(3.7);
}

//@@Benchmark
fn rootOfConstant() f64 {
    return @sqrt(constant);
}

//@@Benchmark
fn rootOfState(input: *const Input) f64 {
    return @sqrt(input.number);
}
