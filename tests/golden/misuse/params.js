class Plain {
    //@@Param({"1"})
    outside = 1;
}
//@@Param({"1"})
let global = 1;
//@@State(Scope.Benchmark)
class Data {
    //@@Param
    no_values = 1;
    //@@Param({})
    empty = 1;
    //@@Param({{"1"}})
    not_quoted = 1;
    //@@Param({"1", "1"})
    twice = 1;
    //@@Param(range(8, 4))
    backwards = 1;
    //@@Param(range(1))
    one_bound = 1;
    //@@Param(rnge(1, 8))
    unknown_call = 1;
    //@@Param(denseRange(0, 1000000))
    too_many = 1;
    //@@Param(Sizes.ALL)
    not_literal = 1;
    //@@Param(value = {"1"}, units = 1000)
    units = 1;
    //@@Param({"1", "x", "0x10", "1e3", "-.5", "Infinity", "9007199254740993", ""})
    number = 1;
    //@@Param({"1", "1.5", "-12345678901234567890"})
    bigint = 1n;
    //@@Param({"true", "false", "yes"})
    boolean = true;
    //@@Param({"1", "x", ""})
    string = "";
    //@@Param({"1", "x"})
    any;
    //@@Param({9007199254740993})
    untyped;
    /** @type {Map} */
    //@@Param({"1"})
    map;
    //@@Param({"1"})
    #hidden = 1;
}
//@@Benchmark
function one(data) { return data.twice; }
//@@State(Scope.Benchmark)
class Few {
    /** @type {'a' | 'b'} */
    //@@Param({"a", "c"})
    text = 'a';
    /** @type {1 | 2} */
    //@@Param({"1", "3"})
    number = 1;
    //@@Benchmark
    few() { return this.number; }
}
