//@@Benchmark
function* generator() { yield 1; }
const table = {
    //@@Benchmark
    method() { return 1; },
};
function outer() {
    //@@Benchmark
    function inner() { return 1; }
}
class A {
    //@@Benchmark
    #hidden() { return 1; }
    //@@Benchmark
    get value() { return 1; }
    //@@Benchmark
    ["computed"]() { return 1; }
    //@@Benchmark
    constructor() {}
}
//@@State(Scope.Benchmark)
class Made {
    constructor(size) {
        //@@Param({"1"})
        this.size = size;
    }
}
//@@Benchmark
const bound = wrapped(() => 1);
//@@Benchmark
exports.assigned = () => 1;
//@@Benchmark
one();
//@@Benchmark
export default () => 1;
