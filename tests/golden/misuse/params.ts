type Kind = 'one' | "two" | null;
//@@State(Scope.Benchmark)
class Data {
    //@@Param({"one", "two", "three"})
    kind: Kind = 'one';
    //@@Param({"a|b", "<", "c"})
    quoted: 'a|b' | '<' = '<';
    //@@Param({"1", "2.0", "0x2", "3", "x"})
    level?: (1 | 2) = 1;
    //@@Param({"-1", "7"})
    big: -1n | 1_000n = -1n;
    //@@Param({"true", "false"})
    always: true = true;
    //@@Param({"any", "'"})
    escaped: 'it\'s' | 'x' = 'x';
    //@@Param({"1", "a"})
    mixed: 1 | 'a' = 1;
    //@@Benchmark
    run(): number { return this.level; }
}
