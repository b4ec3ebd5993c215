// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.

//@@State(Scope.Thread)
struct Haystack {
    numbers: [i32; 4096],
    next: u32,
}

impl Haystack {
    fn new() -> Self { Haystack { numbers: [0; 4096], next: 1 } }
}

//@@Benchmark
fn look_for(hay: &mut Haystack, operations: &Operations) -> i32 {
    hay.next = hay.next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let wanted = (hay.next >> 20) as usize;
    hay.numbers[wanted] = 1;
    let mut at = 0;
    while hay.numbers[at] == 0 {
        at += 1;
    }
    hay.numbers[at] = 0;
    operations.add(at as i64 + 1);
    at as i32
}
