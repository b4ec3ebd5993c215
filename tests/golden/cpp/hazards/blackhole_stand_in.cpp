//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

#ifndef CLAMH
class Blackhole {
public:
    template <class T>
    void consume(T) {}
};
#endif  // CLAMH

//@@Benchmark
void consumes(const Data &data, Blackhole &hole) { hole.consume(data.value); }
