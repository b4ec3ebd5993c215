//! What --solo prints last: the result of all measured iterations, as the guide shows it.

use std::f64::consts::PI;

use crate::score::short;

const CONFIDENCE: f64 = 0.999;
const MOST_FREEDOM: usize = 9999; // with more, Student's t changes by less than 0.03 %

/// The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn share_within(angle: f64, freedom: usize) -> f64 {
    let odd = freedom % 2;
    let cosine = angle.cos();
    let (mut term, mut sum) = (if odd == 1 { cosine } else { 1.0 }, 0.0);
    for at in (odd..(freedom - 1).max(odd)).step_by(2) {
        sum += term;
        term *= (at + 1) as f64 / (at + 2) as f64 * cosine * cosine;
    }
    sum *= angle.sin();
    if odd == 1 { (angle + sum) * 2.0 / PI } else { sum }
}

fn students_t(freedom: usize) -> f64 {
    let freedom = freedom.min(MOST_FREEDOM);
    let (mut low, mut high) = (0.0, PI / 2.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if share_within(middle, freedom) < CONFIDENCE { low = middle } else { high = middle }
    }
    low.tan() * (freedom as f64).sqrt()
}

/// `unit` is such as "ns/op".
pub fn say_result(benchmark: &str, scores: &[f64], unit: &str) {
    let count = scores.len() as f64;
    let low = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let high = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = scores.iter().sum::<f64>() / count;
    let deviation = (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
    print!("\nResult for {benchmark}:\n  {}", short(mean));
    // JMH gives no error of one or two values.
    if scores.len() > 2 {
        print!(" ±(99.9%) {}", short(students_t(scores.len() - 1) * deviation / count.sqrt()));
    }
    print!(" {unit}\n  (min, avg, max) = ({}, {}, {})", short(low), short(mean), short(high));
    if scores.len() > 1 {
        print!(", stdev = {}", short(deviation));
    }
    println!();
}
