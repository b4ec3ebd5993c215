//@@State(Scope.Benchmark)
struct Data {
    int value;
    //@@Setup
    void trial() { value = 1; }
    //@@Setup(Level.Iteration)
    void iteration() { ++value; }
    //@@TearDown(Level.Trial)
    void finish() {}
    //@@Teardown(Level.Iteration)
    static void swept(Data &data) { data.value = 1; }
};

//@@Setup
static void outside(Data &data) { data.value = 5; }

//@@Benchmark
int uses(const Data &data) { return data.value; }
