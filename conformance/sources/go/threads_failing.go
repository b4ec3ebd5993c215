// When one of several threads fails, are the others let go and torn down, and does the row name what failed?

package scenarios

import "clamh"

// @@State(Scope.Thread)
type Office struct {
	thread int
}

// @@Setup(Level.Trial)
func (office *Office) open(params *clamh.ThreadParams) {
	office.thread = params.GetThreadIndex()
	lineOf(office.thread, "setup Trial Office")
}

// @@TearDown(Level.Trial)
func (office *Office) leave() {
	lineOf(office.thread, "teardown Trial Office")
}

// Its setup fails in thread 1.
// @@State(Scope.Thread)
type Printer struct {
}

// @@Setup(Level.Trial)
func (printer *Printer) load(office *Office) {
	if office.thread == 1 {
		lineOf(1, "setup Trial Printer fails")
		panic("out of paper")
	}
}

// @@Benchmark
func copy(_ *Printer) {

}

// Thread 1 fails while thread 0 goes on.
// @@Benchmark
func print(office *Office) {
	if office.thread == 1 {
		lineOf(1, "call print fails")
		panic("out of paper")
	}
}
