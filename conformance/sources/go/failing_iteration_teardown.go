// When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?

package scenarios

// @@State(Scope.Benchmark)
type Office struct {
}

// @@Setup(Level.Trial)
func (office *Office) rent() {
	line("setup Trial Office")
}

// @@Setup(Level.Iteration)
func (office *Office) open() {
	line("setup Iteration Office")
}

// @@TearDown(Level.Iteration)
func (office *Office) shut() {
	line("teardown Iteration Office")
}

// @@TearDown(Level.Trial)
func (office *Office) leave() {
	line("teardown Trial Office")
}

// @@State(Scope.Benchmark)
type Printer struct {
}

// @@Setup(Level.Iteration)
func (printer *Printer) fill(_ *Office) {
	line("setup Iteration Printer")
}

// @@TearDown(Level.Iteration)
func (printer *Printer) empty(_ *Office) {
	line("teardown Iteration Printer fails")
	panic("out of paper")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
