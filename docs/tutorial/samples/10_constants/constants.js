// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

//@@State(Scope.Thread)
class Input {
    number = 3.7;
}

const constant = 3.7;

//@@Benchmark
function rootOfLiteral() { return Math.sqrt(3.7); }

//@@Benchmark
function rootOfConstant() { return Math.sqrt(constant); }

//@@Benchmark
function rootOfState(input) { return Math.sqrt(input.number); }
