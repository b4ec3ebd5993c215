//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
void qualified(const Data &data, harness_utils::Blackhole &hole) { hole.consume(data.value); }

//@@Benchmark
void unqualified(const Data &data, const Blackhole &hole) { hole.consume(data.value); }

//@@Benchmark
void first(::harness_utils::Blackhole &hole, Data &data) { hole.consume(data.value); }
