// A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).

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
func (printer *Printer) load(_ *Office) {
	line("setup Printer fails")
	panic("out of paper")
}

// @@TearDown(Level.Trial)
func (printer *Printer) unload(_ *Office) {
	line("teardown Printer")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
