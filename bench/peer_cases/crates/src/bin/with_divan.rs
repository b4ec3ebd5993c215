// The same under divan, as its guide says to write it: what a function returns counts as used, inputs go through black_box.
use divan::{black_box, black_box_drop, Bencher};

#[allow(dead_code)]
#[path = "../../../../loop_cases/hand.rs"]
mod hand;

fn main() {
    divan::main();
}

#[divan::bench]
fn empty() {}

#[divan::bench]
fn add_plain(bencher: Bencher) {
    let plain = hand::Plain { left: 3, right: 4 };
    bencher.bench_local(|| {
        let plain = black_box(&plain);
        plain.left + plain.right
    });
}

#[divan::bench]
fn factorial_recursive(bencher: Bencher) {
    let number = hand::Number { number: 25 };
    bencher.bench_local(|| hand::recursive(number.read()));
}

#[divan::bench]
fn factorial_iterative(bencher: Bencher) {
    let number = hand::Number { number: 25 };
    bencher.bench_local(|| hand::iterative(number.read()));
}

#[divan::bench]
fn text(bencher: Bencher) {
    let plain = hand::Plain { left: 3, right: 4 };
    // Dropped here: what a benchmark returns divan drops after the sample, untimed, and ours and criterion's drop it in each pass.
    bencher.bench_local(|| black_box_drop("x".repeat(22 + black_box(&plain).left as usize)));
}
