//@@State(Scope.Thread)
struct Input {
    union {
        //@@Param("1")
        int whole;
        float real;
    };
    struct {
        //@@Param("2")
        int inner;
    };
    struct {
        //@@Param("3")
        int hidden;
    } named;
};

//@@Benchmark
int sum(struct Input *input) { return input->whole + input->inner + input->named.hidden; }
