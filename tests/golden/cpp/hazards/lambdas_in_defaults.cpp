//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long odd(const Data &data, int (*f)(int) = [](int x) { return x; }) { return f(int(data.value)); }
