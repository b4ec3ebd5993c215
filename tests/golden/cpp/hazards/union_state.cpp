//@@State(Scope.Benchmark)
union Either {
    int number;
    float real;
};

//@@Benchmark
int uses(Either &either) { return either.number; }
