use sums::total;

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 5, 10])]
fn fib(n: u64) -> u64 {
    if n < 2 { n } else { (1..n).product() }
}

#[divan::bench]
fn totals(bencher: divan::Bencher) {
    let v: Vec<u64> = (0..9).collect();
    bencher.bench_local(|| total(divan::black_box(&v)));
}

#[divan::bench]
fn plain() -> usize {
    "a b".split(' ').count()
}

#[divan::bench]
fn inputs(bencher: divan::Bencher) {
    bencher.with_inputs(|| vec![1u64]).bench_values(|v| total(&v));
}

#[divan::bench(types = [u8, u16])]
fn generic<T: Default>() -> T {
    T::default()
}
