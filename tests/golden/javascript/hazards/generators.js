//@@Benchmark
function* one() { yield 1; }
//@@Benchmark
const two = function* () { yield 1; };
//@@Benchmark
async function* three() { yield 1; }
class A {
    //@@Benchmark
    static *four() { yield 1; }
    //@@Benchmark
    async *five() { yield 1; }
}
