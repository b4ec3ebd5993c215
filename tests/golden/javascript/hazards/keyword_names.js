class Ops {
    //@@Benchmark
    static delete() { return 1; }
    //@@Benchmark
    static static() { return 1; }
    //@@Benchmark
    static of() { return 1; }
    //@@Benchmark
    static constructor() { return 1; }
}
//@@Benchmark
const async = () => 1;
//@@Benchmark
var of = () => 1;
