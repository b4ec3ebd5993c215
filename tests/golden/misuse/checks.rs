//@@State(Scope.Thread)
#[derive(Default)]
struct Sorted {
    //@@Check
    field: u64,
}
impl Sorted {
    //@@Check
    fn nothing(&self) {}
    //@@Check
    fn at(&self, place: &u64) -> u64 { *place }
    //@@Check
    //@@Setup
    fn prepared(&mut self) -> u64 { 1 }
    //@@Check(once = true)
    fn good(&self) -> u64 { 1 }
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Other;
impl Other {
    //@@Check
    fn GOOD(&self) -> u64 { 2 }
}
struct Plain;
impl Plain {
    //@@Check
    fn lost(&self) -> u64 { 3 }
}
//@@Benchmark
fn sort(sorted: &mut Sorted, other: &Other) {}
//@@Check
fn everywhere() -> u64 { 4 }
