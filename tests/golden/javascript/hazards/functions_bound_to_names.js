//@@Benchmark
const arrow = () => 1;
//@@Benchmark
const bare = x => 1;
//@@Benchmark
let expression = function () { return 1; };
//@@Benchmark
var named = function other() { return 1; };
//@@Benchmark
const parenthesised = (() => 1);
//@@Benchmark
const
    far
        = function () { return 1; }
//@@Benchmark
const brackets = () => ({ a: 1 });
