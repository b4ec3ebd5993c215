// Do the fixtures and params of a state's base class run with its own, and in which order?

package scenarios

// @@State(Scope.Thread)
type Venue struct {
	// @@Param("3")
	seats int
}

// @@Setup
func (venue *Venue) m_build() {
	line("setup Venue")
}

// @@Setup
func (venue *Venue) paint() {
	line("setup paint of Venue")
}

// @@TearDown
func (venue *Venue) demolish() {
	line("teardown Venue")
}

// @@State(Scope.Thread)
type Shop struct {
	Venue
}

// @@Setup
func (shop *Shop) open() {
	line("setup Shop seats=%d", shop.seats)
}

// @@Setup
func (shop *Shop) wash() {
	line("setup wash of Shop")
}

// @@TearDown
func (shop *Shop) shut() {
	line("teardown Shop")
}

// @@TearDown
func (shop *Shop) air() {
	line("teardown air of Shop")
}

// @@Benchmark
func sell(shop *Shop) {
	line("call sell seats=%d", shop.seats)
}
