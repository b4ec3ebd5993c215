class Blackhole {
public:
    int swallowed = 0;
};

//@@Benchmark
int uses() {
    Blackhole own;
    return own.swallowed;
}
