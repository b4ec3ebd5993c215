// When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?

package scenarios

// @@State(Scope.Benchmark)
type Printer struct {
	pages int
}

// @@Setup(Level.Trial)
func (printer *Printer) buy() {
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (printer *Printer) warm() {
	line("setup Iteration")
}

// @@TearDown(Level.Invocation)
func (printer *Printer) empty() {
	printer.pages++
	if printer.pages == 2 {
		line("teardown Invocation fails")
		panic("out of paper")
	}
	line("teardown Invocation")
}

// @@TearDown(Level.Iteration)
func (printer *Printer) cool() {
	line("teardown Iteration")
}

// @@TearDown(Level.Trial)
func (printer *Printer) sell() {
	line("teardown Trial")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
