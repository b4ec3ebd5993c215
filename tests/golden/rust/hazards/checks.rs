//@@State(Scope.Thread)
#[derive(Default)]
struct Sorted { values: Vec<u32> }
impl Sorted {
    //@@Check
    fn values(&self) -> &Vec<u32> { &self.values }
    //@@Check
    fn nothing(&self) {}
    //@@Check
    fn with(&self, n: u32) -> u32 { n }
}
//@@Benchmark
fn sort(sorted: &mut Sorted) { sorted.values.sort(); }
