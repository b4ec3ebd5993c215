// A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.
use std::io::{stdout, Write};

mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Radio;

impl Radio {
    //@@Setup(Level.Trial)
    fn on(&self) {
        transcript::line("setup");
        println!("{{\"event\":\"opened\",\"case\":\"c1\",\"layout\":{{}},\"warnings\":[]}}");
        eprintln!("{{\"event\":\"bye\"}}");
    }

    //@@TearDown(Level.Trial)
    fn off(&self) {
        transcript::line("teardown");
        print!("no end of line");
    }
}

//@@Benchmark
fn play(_: &Radio) {
    transcript::line("call play");
    stdout().write_all(b"la\0la\r{\"event\":\"closed\"}\n").unwrap();
}
