// In which order do several fixtures of one state and level run, whatever their order in the source?

package scenarios

// @@State(Scope.Thread)
type Shop struct {
}

// @@Setup
func (shop *Shop) open2() {
	line("setup open2")
}

// @@Setup
func (shop *Shop) open10() {
	line("setup open10")
}

// @@Setup
func (shop *Shop) open() {
	line("setup open")
}

// @@Setup
func (shop *Shop) Build() {
	line("setup Build")
}

// @@Setup
func (shop *Shop) aim() {
	line("setup aim")
}

// @@TearDown
func (shop *Shop) shut() {
	line("teardown shut")
}

// @@TearDown
func (shop *Shop) demolish() {
	line("teardown demolish")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
