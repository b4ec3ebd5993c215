// A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).

package scenarios

// @@State(Scope.Benchmark)
type Printer struct {
	iteration int
}

// @@Setup(Level.Trial)
func (printer *Printer) load() {
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (printer *Printer) warm() {
	printer.iteration++
	line("setup Iteration")
}

// @@TearDown(Level.Iteration)
func (printer *Printer) cool() {
	line("teardown Iteration")
}

// @@TearDown(Level.Trial)
func (printer *Printer) unload() {
	line("teardown Trial")
}

// @@Benchmark
func print(printer *Printer) {
	if printer.iteration == 2 {
		line("print fails")
		panic("out of paper")
	}
	line("call print")
}
