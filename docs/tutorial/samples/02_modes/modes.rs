// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

//@@State(Scope.Benchmark)
struct Text {
    text: String,
}

impl Default for Text {
    fn default() -> Self {
        Text { text: "x".repeat(1000) }
    }
}

fn hash(text: &str) -> i32 {
    let mut value: u32 = 0;
    for one in text.bytes() {
        value = value.wrapping_mul(31).wrapping_add(one.into());
    }
    value as i32
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
//@@OutputTimeUnit(TimeUnit.SECONDS)
fn hash_throughput(text: &Text) -> i32 { hash(&text.text) }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
fn hash_average(text: &Text) -> i32 { hash(&text.text) }

//@@Benchmark
//@@BenchmarkMode(Mode.SampleTime)
fn hash_sample(text: &Text) -> i32 { hash(&text.text) }

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
fn hash_single_shot(text: &Text) -> i32 { hash(&text.text) }

//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
fn hash_wall(text: &Text) -> i32 { hash(&text.text) }
