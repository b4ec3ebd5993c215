package p

// @@State(Scope.Thread)
type Sorted struct {
	// @@Check
	field int
}

// @@Check
func (s *Sorted) nothing() {}

// @@Check
func (s *Sorted) at(place int) int { return place }

// @@Check
// @@Setup
func (s *Sorted) prepared() error { return nil }

// @@Check
func (s *Sorted) good() int { return 1 }

// @@State(Scope.Thread)
type Other struct{}

// @@Check
func (o *Other) Good() int { return 2 }

type Plain struct{}

// @@Check
func (p *Plain) lost() int { return 3 }

// @@Benchmark
func sort(sorted *Sorted, other *Other) {}

// @@Check
func everywhere() int { return 4 }
