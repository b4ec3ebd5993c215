// Each operation allocates a block, so that the cost of counting it can be measured.

//@@Benchmark
fn allocate() -> Box<[u8; 64]> {
    Box::new(std::hint::black_box([1; 64]))
}
