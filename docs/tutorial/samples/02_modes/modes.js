// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

//@@State(Scope.Benchmark)
class Text {
    text = 'x'.repeat(1000);
}

function hash(text) {
    let value = 0;
    for (let at = 0; at < text.length; at += 1) value = (Math.imul(31, value) + text.charCodeAt(at)) | 0;
    return value;
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
//@@OutputTimeUnit(TimeUnit.SECONDS)
function hashThroughput(text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
function hashAverage(text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SampleTime)
function hashSample(text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
function hashSingleShot(text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
function hashWall(text) { return hash(text.text); }
