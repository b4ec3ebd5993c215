// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.

//@@State(Scope.Thread)
#[derive(Default)]
struct List {
    //@@Param({"100", "10000"})
    n: i32,
    values: Vec<i32>,
}

//@@Benchmark
fn add_then_sort(list: &mut List, operations: &mut Operations) -> i32 {
    list.values.clear();
    for at in 0..list.n {
        list.values.push(at * 40503 % 65536);
    }
    list.values.sort_unstable();
    operations.add(list.n as i64);
    list.values[list.n as usize / 2]
}
