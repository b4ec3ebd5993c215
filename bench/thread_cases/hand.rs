// The same with threads as a careful person writes them; nothing of CLAMH is in here. `hand NAME THREADS`; of each line of
// standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, as hand.cpp and for its reason.
use std::arch::asm;
use std::io::{stdin, BufRead};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::time::{Duration, Instant};

const CHUNK: Duration = Duration::from_micros(100); // between two readings of the clock

/// And nothing else in its granule.
#[repr(align(128))]
struct Line<T>(T);

static EVERYONE: Line<AtomicI64> = Line(AtomicI64::new(0));
static RUNNING: Line<AtomicUsize> = Line(AtomicUsize::new(0));
static OVER: Line<AtomicUsize> = Line(AtomicUsize::new(0));

type Loop = fn(&mut Line<i64>, u64);

#[inline(always)]
fn fence() {
    unsafe { asm!("", options(nostack, preserves_flags)) }
}

#[inline(always)]
fn used(value: i64) {
    unsafe { asm!("/* {0} */", in(reg) value, options(nomem, nostack, preserves_flags)) }
}

#[inline(never)]
fn empty(_: &mut Line<i64>, passes: u64) {
    for _ in 0..passes {
        fence();
    }
}

#[inline(never)]
fn own(state: &mut Line<i64>, passes: u64) {
    let mut at: *mut i64 = &mut state.0;
    unsafe { asm!("/* {0} */", inout(reg) at, options(nostack, preserves_flags)) } // or the fence would not be one for it
    for _ in 0..passes {
        let count = unsafe { &mut *at };
        *count += 1;
        used(*count);
        fence();
    }
}

#[inline(never)]
fn shared(_: &mut Line<i64>, passes: u64) {
    for _ in 0..passes {
        used(EVERYONE.0.fetch_add(1, Relaxed));
        fence();
    }
}

fn measured(turn: Loop, state: &mut Line<i64>, threads: usize, length: Duration) -> f64 {
    let mut chunk = 1;
    let mut took = Duration::ZERO;
    while took < CHUNK {
        chunk *= 2;
        let begun = Instant::now();
        turn(state, chunk);
        took = begun.elapsed();
    }
    RUNNING.0.fetch_add(1, SeqCst);
    while RUNNING.0.load(SeqCst) < threads {
        turn(state, chunk);
    }
    let mut passes = 0;
    let begun = Instant::now();
    let mut ended = Duration::ZERO;
    while ended < length {
        turn(state, chunk);
        passes += chunk;
        ended = begun.elapsed();
    }
    OVER.0.fetch_add(1, SeqCst);
    while OVER.0.load(SeqCst) < threads {
        turn(state, chunk);
    }
    ended.as_nanos() as f64 / passes as f64
}

fn live(turn: Loop, threads: usize, lengths: Receiver<Duration>, found: Sender<f64>) {
    let mut state = Line(0);
    for length in lengths {
        found.send(measured(turn, &mut state, threads, length)).unwrap();
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let turn: Loop = match words[1].as_str() {
        "empty" => empty,
        "own" => own,
        _ => shared,
    };
    let threads: usize = words[2].parse().unwrap();
    let (found, all) = channel();
    let each: Vec<_> = (0..threads).map(|_| {
        let (lengths, mine) = channel();
        let found = found.clone();
        std::thread::spawn(move || live(turn, threads, mine, found));
        lengths
    }).collect();
    for line in stdin().lock().lines() {
        let length = Duration::from_nanos(line.unwrap().parse().unwrap());
        RUNNING.0.store(0, SeqCst);
        OVER.0.store(0, SeqCst);
        each.iter().for_each(|one| one.send(length).unwrap());
        println!("{:.6}", all.iter().take(threads).sum::<f64>() / threads as f64);
    }
}
