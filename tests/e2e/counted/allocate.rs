//@@Benchmark
fn allocate_blocks() -> i32 {
    for byte in 0..3u8 {
        std::hint::black_box(vec![byte; 1024]);
    }
    3
}
