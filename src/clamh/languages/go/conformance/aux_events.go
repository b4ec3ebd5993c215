// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?

package scenarios

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Till struct {
	bills int
	coins int64
	all   int // = 0, closed = 0
}

func (till *Till) total() int {
	return till.all
}

func (till *Till) closings() int {
	return closed
}

// @@Setup(Level.Iteration)
func (till *Till) open() {
	till.bills = 100
}

// @@TearDown(Level.Iteration)
func (till *Till) close() {
	line("teardown Iteration bills=%d coins=%d all=%d", till.bills, till.coins, till.all)
	till.coins += 10
	closed++
}

// @@TearDown(Level.Trial)
func (till *Till) end() {
	line("teardown Trial")
	till.coins += 100
	closed += 50
}

func (till *Till) sell() {
	till.bills++
	till.coins += 2
	till.all++
}

// @@Benchmark
func sell(till *Till) {
	till.sell()
	line("call sell")
}
