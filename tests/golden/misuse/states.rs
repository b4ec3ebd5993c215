struct Plain;
//@@State
#[derive(Default)]
struct NoScope;
//@@State(Scope.Group)
#[derive(Default)]
struct Grouped;
//@@State(Scope.Thread)
#[derive(Default)]
struct Mine;
//@@StateLabel("data")
struct Labelled;
//@@Benchmark
fn takes_plain(plain: &Plain, mine: &Mine) -> i32 { 1 }
//@@Benchmark
fn takes_number(n: i32) -> i32 { n }
//@@Benchmark
fn takes_unknown(hole: &Blackhole, data: &Vec<i32>, other: &mut elsewhere::Elsewhere) -> i32 { 1 }
//@@Benchmark
fn takes_control(control: &mut Control) -> i32 { 1 }
//@@Setup
fn setup(plain: &Plain) {}
//@@Benchmark
fn takes_copy(mine: Mine) -> i32 { 1 }
//@@Benchmark
fn made_of<T>(mine: &Mine) -> i32 { 1 }
//@@State(Scope.Thread)
struct Made<T> { n: T }
impl NotHere {
    //@@Benchmark
    fn far(&self) {}
}
