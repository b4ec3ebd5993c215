class Outer {
    //@@State(Scope.Benchmark)
    static Data = class {
        //@@Param({"1"})
        n = 1;
        static Deep = class Named {
            //@@Benchmark
            static one(data) { return data.n; }
        };
    };
    //@@State(Scope.Thread)
    Own = class {};
}
/** @param {Outer.Data} x */
//@@Benchmark
function two(x) { return x.n; }
/** @param {Data} x */
//@@Benchmark
function three(x) { return x.n; }
