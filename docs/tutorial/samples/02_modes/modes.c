// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

#include <string.h>

//@@State(Scope.Benchmark)
typedef struct {
    char text[1000];
} Text;

//@@Setup
void fill(Text *text) { memset(text->text, 'x', sizeof text->text); }

static int hash(const Text *text) {
    unsigned value = 0;
    for (size_t at = 0; at < sizeof text->text; ++at) value = 31 * value + (unsigned char)text->text[at];
    return (int)value;
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
//@@OutputTimeUnit(TimeUnit.SECONDS)
int hash_throughput(const Text *text) { return hash(text); }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
int hash_average(const Text *text) { return hash(text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SampleTime)
int hash_sample(const Text *text) { return hash(text); }

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
int hash_single_shot(const Text *text) { return hash(text); }

//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
int hash_wall(const Text *text) { return hash(text); }
