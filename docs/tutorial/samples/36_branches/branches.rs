// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Bytes {
    mixed: Vec<i32>,
    sorted: Vec<i32>,
}

impl Bytes {
    //@@Setup
    fn make(&mut self, random: &mut Random) {
        self.mixed = (0..32768).map(|_| random.nextIntBelow(256)).collect();
        self.sorted = self.mixed.clone();
        self.sorted.sort_unstable();
    }
}

fn large(bytes: &[i32], blackhole: &Blackhole) -> i64 {
    let mut count = 0;
    for &one in bytes {
        if one >= 128 {
            blackhole.consume(one);
            count += 1;
        }
    }
    count
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
fn large_of_mixed(bytes: &Bytes, blackhole: &Blackhole) -> i64 { large(&bytes.mixed, blackhole) }

//@@Benchmark
//@@OperationsPerInvocation(32768)
fn large_of_sorted(bytes: &Bytes, blackhole: &Blackhole) -> i64 { large(&bytes.sorted, blackhole) }
