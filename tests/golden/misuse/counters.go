package p

// @@Benchmark
func f() {}

// @@State(Scope.Benchmark)
// @@AuxCounters
type Shared struct{ N int }

// @@State(Scope.Thread)
// @@AuxCounters
type Empty struct{ n int }

// @@State(Scope.Thread)
// @@AuxCounters
type Mixed struct {
	N    int
	Text string
}

func (m *Mixed) On() bool { return true }

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Same struct{ N int64 }

// @@Benchmark
func clash(mixed *Mixed, same *Same) {}

// @@AuxCounters
type Outside struct{ N int }
