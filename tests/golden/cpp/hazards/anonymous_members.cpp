//@@AuxCounters
//@@State(Scope.Thread)
class Input {
    union {
        //@@Param("1")
        int whole;
        float real;
    };

    union {
        int size;
        char bytes[4];
    } named;

public:
    struct {
        long hits;
        union {
            double share;
        };
    };
    //@@Param("2")
    int outer;
    //@@Benchmark
    int sum() { return whole + outer; }
};
