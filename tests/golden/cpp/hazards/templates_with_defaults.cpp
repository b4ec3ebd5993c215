template <class T = int>
struct Holder {
    //@@Benchmark
    T get() { return T(3); }
};

template <>
struct Holder<long> {
    //@@Benchmark
    long get_long() { return 4; }
};

//@@Benchmark
template <int N = 5>
int number() { return N; }
