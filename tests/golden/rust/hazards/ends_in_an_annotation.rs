fn before() {}
//@@Benchmark