// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.
package modes

import "strings"

// @@State(Scope.Benchmark)
type Text struct{ text string }

func NewText() Text { return Text{strings.Repeat("x", 1000)} }

func hash(text string) int32 {
	value := int32(0)
	for at := 0; at < len(text); at++ {
		value = 31*value + int32(text[at])
	}
	return value
}

// @@Benchmark
// @@BenchmarkMode(Mode.Throughput)
// @@OutputTimeUnit(TimeUnit.SECONDS)
func hashThroughput(text *Text) int32 { return hash(text.text) }

// @@Benchmark
// @@BenchmarkMode(Mode.AverageTime)
func hashAverage(text *Text) int32 { return hash(text.text) }

// @@Benchmark
// @@BenchmarkMode(Mode.SampleTime)
func hashSample(text *Text) int32 { return hash(text.text) }

// @@Benchmark
// @@BenchmarkMode(Mode.SingleShotTime)
func hashSingleShot(text *Text) int32 { return hash(text.text) }

// @@Benchmark
// @@BenchmarkMode({Mode.AverageTime, Mode.WallTime})
func hashWall(text *Text) int32 { return hash(text.text) }
