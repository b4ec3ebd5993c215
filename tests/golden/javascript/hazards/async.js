//@@Benchmark
async function one() { return 1; }
//@@Benchmark
const two = async () => 1;
//@@Benchmark
const three = async function () { return 1; };
//@@State(Scope.Benchmark)
class Data {
    //@@Setup
    async fill() {}
    //@@Teardown(Level.Iteration)
    static async empty() {}
    //@@Benchmark
    async four() { return 1; }
}
//@@Benchmark
function five() { return Promise.resolve(1); }
