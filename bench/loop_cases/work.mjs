// A state that both sides name: loops.mjs has CLAMH run it, hand.mjs runs it in loops written by hand.

//@@State(Scope.Benchmark)
export class Held {
    //@@Param({"3"})
    static left = 0;
    //@@Param({"4"})
    static right = 0;
}
