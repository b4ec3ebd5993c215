// A multiple of a field: an optimiser that believes the field computes it once for all invocations.
//@@State(Scope.Benchmark)
class Input {
    //@@Param({"25"})
    static number = 0;
    //@@Param({"3"})
    field = 0;
}

//@@Benchmark
function ofStatic(input) { return Input.number * 1.5; }

//@@Benchmark
function ofField(input) { return input.field * 1.5; }
