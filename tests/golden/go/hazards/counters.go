package p

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type C struct {
	Hits, Misses int64
	Ratio float32
	private int
	text string
}

func (c *C) Total() float64 { return 1 }

func (c *C) Reset(n int) {}

// @@Benchmark
func f(c *C) {}
