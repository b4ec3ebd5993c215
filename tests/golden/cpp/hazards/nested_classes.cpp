class Outer {
public:
    struct Middle {
        //@@State(Scope.Benchmark)
        struct Inner {
            int value = 1;
        };
        //@@Benchmark
        int inside(Inner &data) { return data.value; }
    };
    //@@Benchmark
    static int beside(const Middle::Inner &data) { return data.value; }
};
