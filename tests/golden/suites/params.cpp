enum Colour { RED, GREEN };

//@@State(Scope.Benchmark)
//@@StateLabel("input")
struct Data {
    //@@Param({"25", "0x1F", "-3"})
    volatile static long number;
    //@@Param(range(8, 100))
    int powers;
    //@@Param({range(0, 9, mult = 3), "12", denseRange(20, 30, step = 5)})
    int mixed;
    //@@Param
    Colour all;
    //@@Param("a, b")
    const char *text;
    int m_plain;
};

//@@State(Scope.Benchmark)
struct More : Data {
    //@@Param({"1"})
    bool flag;
};

//@@Benchmark
double use(const More &more) { return more.number; }
