package p

type Level int

const (
	Low Level = iota
	_
	Middle
	High
	other = 7
)

type Name string

const First, Second Name = "a", "b"

// @@State(Scope.Thread)
type S struct {
	// @@Param({"Low", "High"})
	level Level
	// @@Param({"First"})
	name Name
	// @@Param({"1"})
	count Count
}

type Count uint8

// @@Benchmark
func f(s *S) {}
