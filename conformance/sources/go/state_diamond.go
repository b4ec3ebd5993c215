// Is a benchmark-scope state that two others depend on one object, set up once and before both?

package scenarios

// @@State(Scope.Benchmark)
type Store struct {
	taken int
}

// @@Setup(Level.Trial)
func (store *Store) fill() {
	line("setup Trial Store")
}

// @@TearDown(Level.Trial)
func (store *Store) count() {
	line("teardown Trial Store taken=%d", store.taken)
}

// @@State(Scope.Benchmark)
type Cook struct {
}

// @@Setup(Level.Iteration)
func (cook *Cook) wake(store *Store) {
	store.taken += 1
	line("setup Iteration Cook taken=%d", store.taken)
}

// @@State(Scope.Benchmark)
type Waiter struct {
}

// @@Setup(Level.Iteration)
func (waiter *Waiter) wake(store *Store) {
	store.taken += 10
	line("setup Iteration Waiter taken=%d", store.taken)
}

// @@Benchmark
func dine(_ *Cook, _ *Waiter) {
	line("call dine")
}
