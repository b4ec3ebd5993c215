// When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?

package scenarios

// @@State(Scope.Benchmark)
type Printer struct {
	// @@Param({"1", "2"})
	pages int
}

// @@Benchmark
func print(printer *Printer) {
	if printer.pages == 2 {
		line("call pages=2 fails")
		panic("out of paper")
	}
	line("call pages=%d", printer.pages)
}
