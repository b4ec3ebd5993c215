// Has every thread random numbers of its own, the same in every language for the same seed?
use clamh::{Random, ThreadParams};

mod transcript;

//@@Benchmark
fn draw(params: &ThreadParams, random: &mut Random) {
    let (first, second) = (random.nextLong(), random.nextIntBelow(1000));
    transcript::line_of(params.getThreadIndex(), &format!("call long={first} of1000={second}"));
}
