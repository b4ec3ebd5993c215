//@@Benchmark
async fn later() -> u32 { 1 }
//@@Benchmark
fn promise() -> impl std::future::Future<Output = u32> { async { 1 } }
