//@@State(Scope.Thread)
//@@AuxCounters(Type.EVENTS)
#[derive(Default)]
pub struct Counts {
    pub hits: u64,
    pub ratio: f64,
    pub name: String,
    hidden: u64,
}
impl Counts {
    pub fn misses(&self) -> u64 { 1 }
    pub fn reset(&mut self) {}
    pub fn with(&self, n: u64) -> u64 { n }
    fn private(&self) -> u64 { 1 }
    pub fn new() -> Self { Counts::default() }
}
//@@Benchmark
fn counted(counts: &mut Counts) { counts.hits += 1; }
