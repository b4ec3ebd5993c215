//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

class Bench {
public:
    //@@Benchmark
    static long shared(Data &data) { return data.value; }
    //@@Benchmark
    long own(Data &data) const { return data.value + offset; }
    //@@Benchmark
    virtual long overridable(Data &data) noexcept { return data.value - offset; }
    virtual ~Bench() = default;

private:
    long offset = 1;
};
