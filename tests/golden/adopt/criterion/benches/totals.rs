use criterion::{black_box, criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};
use sums::total;

const SIZES: [usize; 2] = [8, 64];

fn fib(n: u64) -> u64 {
    if n < 2 {
        n
    } else {
        fib(n - 1) + fib(n - 2)
    }
}

fn bench(c: &mut Criterion) {
    let data: Vec<u64> = (0..100).collect();
    c.bench_function("fib 20", |b| b.iter(|| fib(black_box(20))));
    c.bench_function("total", |b| b.iter(|| total(&data)));
    let mut group = c.benchmark_group("sizes");
    for size in SIZES.iter() {
        group.throughput(Throughput::Elements(*size as u64));
        group.bench_with_input(BenchmarkId::from_parameter(size), size, |b, &size| {
            let v = vec![1u64; size];
            b.iter(|| {
                let part = &v[1..];
                total(part)
            });
        });
    }
    group.finish();
    for n in [1, 10] {
        c.bench_function(&format!("fib {n}"), |b| b.iter(|| fib(black_box(n))));
    }
    c.bench_function("batched", |b| b.iter_batched(|| vec![1u64], |v| total(&v), criterion::BatchSize::SmallInput));
    c.bench_function("custom", |b| b.iter_custom(|n| std::time::Duration::from_nanos(n)));
}

criterion_group!(benches, bench);
criterion_main!(benches);
