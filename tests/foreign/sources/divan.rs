fn main() { divan::main(); }
fn times() -> u64 { std::env::var("TIMES").ok().and_then(|t| t.parse().ok()).unwrap_or(1) }
#[divan::bench]
fn sum() -> u64 { work::sum(divan::black_box(100 * times())) }
#[divan::bench(args = [100, 1000])]
fn sized(n: u64) -> u64 { work::sum(n) }
#[divan::bench(threads = [1, 2], args = [100])]
fn shared(n: u64) -> u64 { work::sum(n) }
#[divan::bench(types = [u32, u64])]
fn collect<T: From<u8>>() -> Vec<T> { (0..100u8).map(T::from).collect() }
#[divan::bench]
#[ignore]
fn left_out() -> u64 { work::sum(1) }
mod inner {
    #[divan::bench(sample_count = 20)]
    fn bytes(b: divan::Bencher) { b.counter(divan::counter::BytesCount::new(100u64)).bench(|| work::sum(100)); }
    #[divan::bench]
    fn slow() { std::thread::sleep(std::time::Duration::from_micros(50)); }
}
