// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

#include <string>

//@@State(Scope.Benchmark)
struct Text {
    std::string text = std::string(1000, 'x');
};

static int hash(const std::string &text) {
    unsigned value = 0;
    for (const char one : text) value = 31 * value + static_cast<unsigned char>(one);
    return static_cast<int>(value);
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
//@@OutputTimeUnit(TimeUnit.SECONDS)
int hashThroughput(const Text &text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
int hashAverage(const Text &text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SampleTime)
int hashSample(const Text &text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
int hashSingleShot(const Text &text) { return hash(text.text); }

//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
int hashWall(const Text &text) { return hash(text.text); }
