@Benchmrk
class One {}
class Two {
    @benchmark() one() {}
    @stat() two = 1;
    @Xyzzy() three() {}
}
//@@Benchmark
function four() { return 1; }
