function outer() {
    //@@Benchmark
    function one() { return 1; }
    //@@State(Scope.Benchmark)
    class Data {
        //@@Param({"1"})
        n = 1;
    }
    //@@Benchmark
    const two = () => 1;
}
const arrow = () => {
    //@@Benchmark
    return function three() { return 1; };
};
describe("suite", () => {
    //@@Benchmark
    function four() { return 1; }
});
(function () {
    //@@Benchmark
    function five() { return 1; }
})();
const short = () => class {
    //@@Benchmark
    static six() { return 1; }
};
