// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

trait Counter {
    fn next(&mut self) -> i32;
}

#[derive(Default)]
struct Upward {
    value: i32,
}

impl Counter for Upward {
    fn next(&mut self) -> i32 {
        self.value = self.value.wrapping_add(1);
        self.value
    }
}

#[derive(Default)]
struct Downward {
    value: i32,
}

impl Counter for Downward {
    fn next(&mut self) -> i32 {
        self.value = self.value.wrapping_sub(1);
        self.value
    }
}

fn three(counter: &mut dyn Counter) -> i32 {
    counter.next().wrapping_add(counter.next()).wrapping_add(counter.next())
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Both {
    upward: Upward,
    downward: Downward,
}

//@@Benchmark
fn count_upward(both: &mut Both) -> i32 { three(&mut both.upward) }

//@@Benchmark
fn count_downward(both: &mut Both) -> i32 { three(&mut both.downward) }
