package p

// @@State(Scope.Benchmark)
type Data struct{}

// @@Setup(Iteration, Level.Trial)
func (d *Data) twoLevels() {}

// @@Setup(benchmarks = "other.*")
func (d *Data) some() {}

// @@Setup
func (d *Data) returns() (int, error) { return 1, nil }

// @@Setup
func (d *Data) fails() error { return nil }

type Plain struct{}

// @@Setup
func (p *Plain) outside() {}

// @@Benchmark
func one(data *Data) {}
