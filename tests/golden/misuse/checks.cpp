class Benchmarks {
public:
    //@@State(Scope.Thread)
    struct Sorted {
        //@@Check
        void nothing() {}
        //@@Check
        long at(int place) { return place; }
        //@@Check
        //@@Setup
        long prepared() { return 1; }
        //@@Check(once = true)
        long good() const { return 1; }
        //@@Check
        Sorted();
        //@@Check
        long field;
    };
    //@@State(Scope.Thread)
    struct Other {
        //@@Check
        long GOOD() { return 2; }
    };
    struct Plain {
        //@@Check
        long lost() { return 3; }
    };
    //@@Benchmark
    static void sort(Sorted &sorted, Other &other) {}
};
//@@Check
long everywhere() { return 4; }
