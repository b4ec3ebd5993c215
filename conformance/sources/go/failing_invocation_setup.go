// When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?

package scenarios

// @@State(Scope.Benchmark)
type Office struct {
}

// @@Setup(Level.Iteration)
func (office *Office) open() {
	line("setup Iteration Office")
}

// @@TearDown(Level.Iteration)
func (office *Office) shut() {
	line("teardown Iteration Office")
}

// @@Setup(Level.Invocation)
func (office *Office) knock() {
	line("setup Invocation Office")
}

// @@TearDown(Level.Invocation)
func (office *Office) leave() {
	line("teardown Invocation Office")
}

// @@State(Scope.Benchmark)
type Printer struct {
	pages int
}

// @@Setup(Level.Invocation)
func (printer *Printer) fill(_ *Office) {
	printer.pages++
	if printer.pages == 2 {
		line("setup Invocation Printer fails")
		panic("out of paper")
	}
	line("setup Invocation Printer")
}

// @@TearDown(Level.Invocation)
func (printer *Printer) empty(_ *Office) {
	line("teardown Invocation Printer")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
