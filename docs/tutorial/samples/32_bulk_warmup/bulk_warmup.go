// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case. Go
// compiles beforehand: what is warmed up is the processor.
package bulkwarmup

type Counter interface{ Next() int32 }

type Upward struct{ value int32 }

func (upward *Upward) Next() int32 { upward.value++; return upward.value }

type Downward struct{ value int32 }

func (downward *Downward) Next() int32 { downward.value--; return downward.value }

func three(counter Counter) int32 { return counter.Next() + counter.Next() + counter.Next() }

// @@State(Scope.Thread)
type Both struct{ upward, downward Counter }

func NewBoth() Both { return Both{&Upward{}, &Downward{}} }

// @@Benchmark
func countUpward(both *Both) int32 { return three(both.upward) }

// @@Benchmark
func countDownward(both *Both) int32 { return three(both.downward) }
