// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?

package scenarios

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Till struct {
	Bills       int
	Coins       int64
	all, closed int
}

func (till *Till) Total() int {
	return till.all
}

func (till *Till) Closings() int {
	return till.closed
}

// @@Setup(Level.Iteration)
func (till *Till) open() {
	till.Bills = 100
}

// @@TearDown(Level.Iteration)
func (till *Till) close() {
	line("teardown Iteration bills=%d coins=%d all=%d", till.Bills, till.Coins, till.all)
	till.Coins += 10
	till.closed++
}

// @@TearDown(Level.Trial)
func (till *Till) end() {
	line("teardown Trial")
	till.Coins += 100
	till.closed += 50
}

func (till *Till) sell() {
	till.Bills++
	till.Coins += 2
	till.all++
}

// @@Benchmark
func sell(till *Till) {
	till.sell()
	line("call sell")
}
