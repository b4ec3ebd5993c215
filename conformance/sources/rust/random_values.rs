// Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?
use clamh::Random;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Urn;

impl Urn {
    //@@Setup
    fn fill(&self, random: &mut Random) {
        let (first, second, third) = (random.nextLong(), random.nextInt(), random.nextIntBelow(1000));
        let (fourth, fifth, sixth) = (random.nextLongBelow(1_000_000_000_000), random.nextBoolean(), random.nextDouble());
        let bits = sixth.to_bits();
        transcript::line(&format!("setup long={first} int={second} of1000={third} of10^12={fourth} boolean={fifth} double={bits:016x}"));
    }
}

//@@Benchmark
fn draw(_: &Urn, random: &mut Random) {
    transcript::line(&format!("call int={}", random.nextInt()));
}
