// When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?

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

// @@State(Scope.Benchmark)
type Printer struct {
	iteration int
}

// @@Setup(Level.Iteration)
func (printer *Printer) fill(_ *Office) {
	printer.iteration++
	if printer.iteration == 2 {
		line("setup Iteration Printer fails")
		panic("out of paper")
	}
	line("setup Iteration Printer")
}

// @@TearDown(Level.Iteration)
func (printer *Printer) empty(_ *Office) {
	line("teardown Iteration Printer")
}

// @@Setup(Level.Trial)
func (printer *Printer) buy() {
	line("setup Trial Printer")
}

// @@TearDown(Level.Trial)
func (printer *Printer) sell() {
	line("teardown Trial Printer")
}

// @@Benchmark
func print(_ *Printer) {
	line("call print")
}
