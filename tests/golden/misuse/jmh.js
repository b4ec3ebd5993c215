//@@State(Scope.Thread)
class Needs {
    constructor(n) { this.n = n; }
    //@@Setup
    counts(operations) {}
}
//@@State(Scope.Thread)
class Hidden {
    //@@Param({"1"})
    #secret = 0;
    //@@Param({"1"})
    get n() { return 1; }
    //@@Setup
    set m(value) {}
}
class Plain {
    //@@Setup
    outside() {}
    //@@Param({"1"})
    n = 0;
}
//@@Benchmark
//@@OperationsPerInvocation(2)
//@@CompilerControl(CompilerControl.Mode.INLINE)
function twice(operations) { return 1; }
//@@AuxCounters
//@@State(Scope.Benchmark)
class Empty { text = ""; }
//@@AuxCounters
//@@State(Scope.Thread)
class First { hits = 0; }
//@@AuxCounters(AuxCounters.Type.EVENTS)
//@@State(Scope.Thread)
class Second { hits() { return 1; } }
//@@Benchmark
function clash(first, second) { return 1; }
