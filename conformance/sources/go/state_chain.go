// Is a chain of three states set up from its end and torn down from its head, at every level?

package scenarios

// @@State(Scope.Thread)
type Farm struct {
	crops int
}

// @@Setup(Level.Trial)
func (farm *Farm) plant() {
	line("setup Trial Farm")
}

// @@Setup(Level.Invocation)
func (farm *Farm) grow() {
	farm.crops++
	line("setup Invocation Farm")
}

// @@TearDown(Level.Iteration)
func (farm *Farm) rest() {
	line("teardown Iteration Farm")
}

// @@State(Scope.Benchmark)
type Kitchen struct {
	meals int
}

// @@Setup(Level.Trial)
func (kitchen *Kitchen) light() {
	line("setup Trial Kitchen")
}

// @@Setup(Level.Invocation)
func (kitchen *Kitchen) cook(farm *Farm) {
	kitchen.meals = 10 * farm.crops
	line("setup Invocation Kitchen")
}

// @@TearDown(Level.Iteration)
func (kitchen *Kitchen) clean() {
	line("teardown Iteration Kitchen")
}

// @@State(Scope.Thread)
type Table struct {
	plates int
}

// @@Setup(Level.Iteration)
func (table *Table) lay() {
	line("setup Iteration Table")
}

// @@Setup(Level.Invocation)
func (table *Table) serve(kitchen *Kitchen) {
	table.plates = kitchen.meals + 1
	line("setup Invocation Table")
}

// @@TearDown(Level.Invocation)
func (table *Table) clear(_ *Kitchen) {
	line("teardown Invocation Table")
}

// @@Benchmark
func dine(table *Table) {
	line("call dine plates=%d", table.plates)
}
