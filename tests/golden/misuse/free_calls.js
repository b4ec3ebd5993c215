//@@Benchmark
function work(blackhole) {
    consumeCPU(5);
}
