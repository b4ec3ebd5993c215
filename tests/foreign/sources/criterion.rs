use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, Throughput, SamplingMode};
use std::time::Duration;
fn times() -> u64 { std::env::var("TIMES").ok().and_then(|t| t.parse().ok()).unwrap_or(1) }
fn all(c: &mut Criterion) {
    c.bench_function("sum", |b| b.iter(|| work::sum(100 * times())));
    let mut group = c.benchmark_group("sizes");
    for n in [100u64, 1000] {
        group.throughput(Throughput::Elements(n));
        group.bench_with_input(BenchmarkId::new("sum", n), &n, |b, n| b.iter(|| work::sum(*n)));
    }
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function("flat/slash", |b| b.iter(|| work::sum(100)));
    group.finish();
}
criterion_group! { name = benches; config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200)).without_plots(); targets = all }
criterion_main!(benches);
