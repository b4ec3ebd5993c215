// In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
// JMH sets up the last argument first; fixtures of one state and level run in the order of their names.

package scenarios

// @@State(Scope.Benchmark)
type Kitchen struct {
}

// @@Setup(Level.Trial)
func (kitchen *Kitchen) build() {
	line("setup Trial Kitchen")
}

// @@Setup(Level.Iteration)
func (kitchen *Kitchen) light() {
	line("setup Iteration Kitchen")
}

// @@TearDown(Level.Iteration)
func (kitchen *Kitchen) darken() {
	line("teardown Iteration Kitchen")
}

// @@TearDown(Level.Trial)
func (kitchen *Kitchen) demolish() {
	line("teardown Trial Kitchen")
}

// @@State(Scope.Benchmark)
type Cook struct {
}

// @@Setup(Level.Trial)
func (cook *Cook) hire(_ *Kitchen) {
	line("setup Trial Cook")
}

// @@Setup(Level.Iteration)
func (cook *Cook) wake(_ *Kitchen) {
	line("setup Iteration Cook")
}

// @@TearDown(Level.Iteration)
func (cook *Cook) rest(_ *Kitchen) {
	line("teardown Iteration Cook")
}

// @@TearDown(Level.Trial)
func (cook *Cook) dismiss(_ *Kitchen) {
	line("teardown Trial Cook")
}

// @@State(Scope.Benchmark)
type Apprentice struct {
}

// @@Setup(Level.Trial)
func (apprentice *Apprentice) hire(_ *Cook) {
	line("setup Trial Apprentice")
}

// @@Setup(Level.Iteration)
func (apprentice *Apprentice) wake(_ *Cook) {
	line("setup Iteration Apprentice")
}

// @@TearDown(Level.Iteration)
func (apprentice *Apprentice) rest(_ *Cook) {
	line("teardown Iteration Apprentice")
}

// @@TearDown(Level.Trial)
func (apprentice *Apprentice) dismiss(_ *Cook) {
	line("teardown Trial Apprentice")
}

// @@State(Scope.Thread)
type Waiter struct {
}

// @@Setup(Level.Trial)
func (waiter *Waiter) hire() {
	line("setup Trial Waiter")
}

// @@Setup(Level.Iteration)
func (waiter *Waiter) wake() {
	line("setup Iteration Waiter wake")
}

// @@Setup(Level.Iteration)
func (waiter *Waiter) dress() {
	line("setup Iteration Waiter dress")
}

// @@TearDown(Level.Iteration)
func (waiter *Waiter) rest() {
	line("teardown Iteration Waiter")
}

// @@TearDown(Level.Trial)
func (waiter *Waiter) dismiss() {
	line("teardown Trial Waiter")
}

// @@Benchmark
func dine(_ *Apprentice, _ *Waiter) {
	line("call dine")
}

// @@Benchmark
func snack(_ *Cook) {
	line("call snack")
}
