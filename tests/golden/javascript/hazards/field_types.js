const other = 1;
//@@State(Scope.Benchmark)
class Data {
    //@@Param({"1"})
    number = 0;
    //@@Param({"1"})
    negative = -1.5e3;
    //@@Param({"1"})
    bigint = 0n;
    //@@Param({"1"})
    negativeBigint = -1n;
    //@@Param({"true"})
    boolean = false;
    //@@Param({"a"})
    string = "";
    //@@Param({"a"})
    template = `t`;
    //@@Param({"1"})
    nothing;
    //@@Param({"1"})
    empty = null;
    //@@Param({"1"})
    expression = other + 1;
    //@@Param({"1"})
    static static_ = (1);
    /** @type {bigint} */
    //@@Param({"1"})
    said = 0;
    /** @type {Number} */
    //@@Param({"1"})
    saidWithCapital;
    /** @type {'a' | 'b'} */
    //@@Param({"a", "b"})
    oneOf;
    /** @type {1 | 2 | null} */
    //@@Param({"1", "2"})
    oneOfNumbers;
    /** @type {Uint8Array} */
    //@@Param({"1"})
    array = null;
    /** @type {string|number} */
    //@@Param({"1"})
    either = 1
    //@@Param({"1"})
    last = 2
}
//@@Benchmark
function one(data) { return 1; }
