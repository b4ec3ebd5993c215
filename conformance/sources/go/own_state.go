// When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.

package scenarios

// @@State(Scope.Benchmark)
type Kitchen struct {
}

// @@Setup(Level.Trial)
func (kitchen *Kitchen) light() {
	line("setup Trial Kitchen")
}

// @@TearDown(Level.Trial)
func (kitchen *Kitchen) darken() {
	line("teardown Trial Kitchen")
}

// @@State(Scope.Thread)
type OwnState struct {
	// @@Param("3")
	seats  int
	guests int
}

// @@Setup(Level.Trial)
func (ownState *OwnState) lay() {
	ownState.guests = ownState.seats
	line("setup Trial OwnState")
}

// @@Setup(Level.Iteration)
func (ownState *OwnState) welcome() {
	ownState.guests++
	line("setup Iteration OwnState")
}

// @@TearDown(Level.Trial)
func (ownState *OwnState) clear() {
	ownState.report("teardown Trial")
}

// @@Benchmark
func (ownState *OwnState) serve(_ *Kitchen) {
	ownState.report("call serve")
}

// @@Benchmark
func (ownState *OwnState) greet() {
	ownState.report("call greet")
}

func (ownState *OwnState) report(what string) {
	line("%s guests=%d", what, ownState.guests)
}
