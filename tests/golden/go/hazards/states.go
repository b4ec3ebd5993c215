package p

// @@State(Scope.Thread)
type S struct {
	// @@Param({"1", "2"})
	a, b int `json:"a"`
	// @@Param({"x"})
	Text string // @@Param is prose here
	inner struct {
		deep int
	}
}

// @@State(Scope.Benchmark)
type Values []float64

// @@State(Scope.Group)
type Table map[string]int

// @@Benchmark
func b(s *S, v *Values, t *Table) {}
