// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

//@@State(Scope.Thread)
struct Table {
    table: Vec<i32>,
}

impl Table {
    fn new() -> Self { Table { table: vec![1; 4096] } }

    //@@Setup(Level.Iteration)
    fn touch(&self, blackhole: &Blackhole) { blackhole.consume(self.table.iter().sum::<i32>()); }
}

//@@Benchmark
fn read_table(state: &Table) -> i32 { state.table[2048] }
