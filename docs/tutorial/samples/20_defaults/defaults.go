// What annotations say of the type holds for each of its benchmarks; what they say of one benchmark goes before it, and the
// command line goes before both.
package defaults

// @@State(Scope.Thread)
// @@BenchmarkMode(Mode.AverageTime)
// @@Fork(2)
// @@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
// @@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
type Defaults struct{ number float64 }

func NewDefaults() Defaults { return Defaults{5} }

// @@Benchmark
func (state *Defaults) cubeByDefault() float64 { return state.number * state.number * state.number }

// @@Benchmark
// @@BenchmarkMode(Mode.Throughput)
// @@Fork(3)
func (state *Defaults) cubeOtherwise() float64 { return state.number * state.number * state.number }
