class Bench {
    //@@State(Scope.Benchmark)
    class Hidden {
        //@@Param({"7"})
        volatile static inline long number = 0;
        friend class Bench;
    };
    //@@Benchmark
    static long secret(const Hidden &) { return Hidden::number; }
    //@@Setup
    static void prepare(Hidden &) {}
};
