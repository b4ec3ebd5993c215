//! What --solo says of a case: its threads, and the score of an iteration.

use crate::case::{Case, Open};
use crate::clock::the_clock;
use crate::histogram;
use crate::operations::Operations;
use crate::sampling::batch_size;
use crate::thread::Thread;

const UNITS: [(&str, i64); 8] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("min", 60_000_000_000),
    ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
];

/// Of a time unit; None: there is none of that name.
pub fn unit_ns(name: &str) -> Option<i64> {
    UNITS.iter().find(|(known, _)| *known == name).map(|(_, ns)| *ns)
}

fn operations_of(open: &Open, thread: &Thread) -> f64 {
    if thread.taken::<Operations>().is_some() {
        return thread.result.said as f64;
    }
    thread.result.invocations as f64 * open.operations_per_invocation as f64 / batch_size(open) as f64
}

fn net_ns(thread: &Thread) -> f64 {
    (thread.result.elapsed_ns as f64 - thread.result.timings as f64 * the_clock().stretch_ns).max(0.0)
}

/// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the longest thread's
/// over what all did. Threads with nothing timed count for nothing.
fn score(open: &Open, threads: &[&Thread]) -> f64 {
    let unit = unit_ns(&open.plan.time_unit).unwrap_or(1) as f64;
    let (mut sum, mut time, mut longest, mut operations, mut count) = (0.0, 0.0, 0.0_f64, 0.0, 0);
    for thread in threads {
        let (own, net) = (operations_of(open, thread), net_ns(thread) / unit);
        if own > 0.0 {
            sum += if open.mode == "thrpt" { own / net } else { net / own };
            time += net;
            operations += own;
            count += 1;
            longest = longest.max(net);
        }
    }
    match open.mode {
        _ if count == 0 => sum,
        "thrpt" => sum,
        "sample" => time / operations,
        "wall" => longest / operations,
        _ => sum / f64::from(count),
    }
}

/// What is at least as long as a share of all.
fn quantile(counts: &[u64], total: u64, share: f64) -> f64 {
    let wanted = ((share * total as f64) as u64).max(1);
    let mut seen = 0;
    let found = counts.iter().position(|&count| {
        seen += count;
        seen >= wanted
    });
    found.map_or(0.0, |bucket| histogram::value(bucket) as f64)
}

/// Six digits, as printf's %g.
pub fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text.to_string() };
    if !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(digits), exponent.abs());
    }
    trimmed(&format!("{value:.*}", (5 - exponent) as usize))
}

fn say_one(open: &Open, threads: &[&Thread]) {
    let name = &open.plan.time_unit;
    let (unit, opi) = (unit_ns(name).unwrap_or(1) as f64, open.operations_per_invocation as f64);
    if open.mode == "thrpt" {
        print!("{} ops/{name}", short(score(open, threads)));
    } else if open.mode != "sample" {
        print!("{} {name}/op", short(score(open, threads)));
    } else {
        let timings: u64 = threads.iter().map(|thread| thread.result.timings).sum();
        let mut counts = vec![0; histogram::MOST];
        for thread in threads {
            counts.iter_mut().zip(&thread.result.histogram.counts).for_each(|(all, own)| *all += own);
        }
        let shares = [0.0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0];
        let values = shares.map(|share| short((quantile(&counts, timings, share) - the_clock().stretch_ns).max(0.0) / opi / unit));
        let names = "p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00}";
        print!("n = {timings}, mean = {} {name}/op, {names} = {} {name}/op", short(score(open, threads)), values.join(", "));
    }
}

pub fn say_threads(case: &Case) {
    let dealt = &case.threads[0].dealt;
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    print!("Threads: {} thread{}", dealt.threads, plural(dealt.threads));
    if case.open.benchmark.is_group() {
        let first = case.threads.iter().filter(|thread| thread.dealt.group == 0 && thread.dealt.member_thread == 0);
        let members: Vec<String> = first.map(|thread| format!("{}x \"{}\"", thread.dealt.member_threads, thread.function.said.member)).collect();
        print!(" ({} group{}; {} in each group)", dealt.groups, plural(dealt.groups), members.join(", "));
    }
    println!();
}

fn all_threads(case: &Case) -> Vec<&Thread> {
    case.threads.iter().map(|thread| &**thread).collect()
}

/// Of the last iteration.
pub fn score_of_all(case: &Case) -> f64 {
    score(&case.open, &all_threads(case))
}

/// Such as "ns/op".
pub fn score_unit(open: &Open) -> String {
    let name = &open.plan.time_unit;
    if open.mode == "thrpt" { format!("ops/{name}") } else { format!("{name}/op") }
}

pub fn say_score(case: &Case) {
    let open = &case.open;
    let all = all_threads(case);
    say_one(open, &all);
    for member in open.members.iter().filter(|_| open.benchmark.is_group()) {
        let own: Vec<&Thread> = all.iter().copied().filter(|thread| std::ptr::eq(thread.function, *member)).collect();
        print!(", {}: ", member.said.member);
        say_one(open, &own);
    }
    for counter in &open.needs.counters {
        let counted = |thread: &&Thread| {
            let own = thread.needs.counters.iter().zip(&thread.result.counted).filter(|(known, _)| std::ptr::eq(**known, *counter));
            own.map(|(_, counted)| *counted).sum::<f64>()
        };
        print!(", {} = {}", counter.said.name, short(all.iter().map(counted).sum()));
    }
    println!();
}
