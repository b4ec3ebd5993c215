//@@State(Scope.Benchmark)
class Outer {
public:
    //@@Param({"3"})
    int outer_value;

    //@@State(Scope.Thread)
    class Inner {
    public:
        //@@Param({"4", "5"})
        int inner_value;
        //@@Setup(Level.Iteration)
        void refresh() { ++inner_value; }
    };

    //@@Benchmark
    int sum(const Inner &inner) { return outer_value + inner.inner_value; }
};
