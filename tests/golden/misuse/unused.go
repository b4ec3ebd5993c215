package p

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Idle struct {
	// @@Param({"1", "2"})
	size  int
	Count int
}

// @@Setup
func (idle *Idle) fill() {}

// @@TearDown
func (idle *Idle) clear() {}

// @@Setup
func before(idle *Idle) {}

// @@State(Scope.Thread)
type Base struct {
	// @@Param({"3"})
	base int
}

// @@Setup
func (base *Base) open() {}

// @@State(Scope.Thread)
type Heir struct{ Base }

// @@State(Scope.Thread)
type Taken struct {
	// @@Param({"4"})
	taken int
}

// @@State(Scope.Thread)
type Own struct{}

// @@Setup
func (own *Own) take(taken *Taken) {}

// @@Benchmark
func (own *Own) all() int { return 1 }

// @@Benchmark
func inherited(heir *Heir) int { return heir.base }
