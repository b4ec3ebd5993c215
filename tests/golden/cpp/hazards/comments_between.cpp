/* licence */
//@@State(Scope.Benchmark)
// what it is
/* and
   more */
struct Data {
    int value = 1;
};

//@@Benchmark   // trailing words
/// Doc comment; with punctuation {}
//@@BenchmarkMode(Mode.AverageTime)

/* @Benchmark in a comment */
int uses(const Data &data) { return data.value; }
