//@@State(Scope.Benchmark)
class Data {
    /**
     * @type {number}
     * @default
     */
    //@@Param({"1", "2"})
    size = 1;
}
/**
 * Adds.
 * @Benchmark
 * @param {Data} data what to add; {braces} and "quotes" and `ticks`
 * @param {Data} data.inner none
 * @returns {number}
 * @Setup(Level.Trial)
 */
//@@Benchmark
function one(data) { return data.size; }
//@@Benchmark
/** @param {Data} x */
function two(x) { return x.size; }
/** @param {Data} y of another function */
function between(y) {}
//@@Benchmark
function three(data) { return data.size; }
