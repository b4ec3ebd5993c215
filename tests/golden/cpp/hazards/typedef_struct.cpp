typedef struct {
    int untouched;
} Other;

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"2"})
    int value;
} Data;

//@@Benchmark
int uses(const Data &data) { return data.value; }
