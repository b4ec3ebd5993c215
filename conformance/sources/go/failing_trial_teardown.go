// When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?

package scenarios

// @@State(Scope.Benchmark)
type Office struct {
}

// @@Setup(Level.Trial)
func (office *Office) rent() {
	line("setup Office")
}

// @@TearDown(Level.Trial)
func (office *Office) leave() {
	line("teardown Office")
}

// @@State(Scope.Benchmark)
type Printer struct {
}

// @@Setup(Level.Trial)
func (printer *Printer) buy(_ *Office) {
	line("setup Printer")
}

// @@TearDown(Level.Trial)
func (printer *Printer) sell(_ *Office) {
	line("teardown Printer fails")
	panic("out of paper")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
