//@@State(Scope.Benchmark)
class Größe {
    //@@Param({"1"})
    wert$ = 1;
}
//@@Benchmark
function été_$(größe) { return größe.wert$; }
//@@Benchmark
const $ = (/** @type {Größe} */ _) => _.wert$;
