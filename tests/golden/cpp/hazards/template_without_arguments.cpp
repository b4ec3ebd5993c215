template <class T>
struct Holder {
    //@@Benchmark
    T get() { return T(3); }
};

//@@Benchmark
template <class T>
T make(T &value) { return value; }
