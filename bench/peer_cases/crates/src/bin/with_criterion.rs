// The same under criterion, as its guide says to write it: what a closure returns counts as used, inputs go through black_box.
// `with_criterion NAME MS FOLDER` measures one, and leaves its estimates in the folder.
use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;

#[allow(dead_code)]
#[path = "../../../../loop_cases/hand.rs"]
mod hand;

fn main() {
    let given: Vec<String> = std::env::args().collect();
    let length = Duration::from_millis(given[2].parse().expect("milliseconds"));
    let mut criterion = Criterion::default()
        .without_plots()
        .sample_size(10)
        .warm_up_time(length)
        .measurement_time(length)
        .output_directory(given[3].as_ref());
    let plain = hand::Plain { left: 3, right: 4 };
    let number = hand::Number { number: 25 };
    match given[1].as_str() {
        "empty" => criterion.bench_function("empty", |bencher| bencher.iter(|| {})),
        "add_plain" => criterion.bench_function("add_plain", |bencher| {
            bencher.iter(|| {
                let plain = black_box(&plain);
                plain.left + plain.right
            })
        }),
        "factorial_recursive" => {
            criterion.bench_function("factorial_recursive", |bencher| bencher.iter(|| hand::recursive(number.read())))
        }
        "factorial_iterative" => {
            criterion.bench_function("factorial_iterative", |bencher| bencher.iter(|| hand::iterative(number.read())))
        }
        "text" => criterion.bench_function("text", |bencher| {
            bencher.iter(|| "x".repeat(22 + black_box(&plain).left as usize))
        }),
        other => panic!("there is no {other}"),
    };
}
