// Does a benchmark of two states run with every combination of their params, and not with those of a third?

package scenarios

// @@State(Scope.Benchmark)
type Oven struct {
	// @@Param("7")
	heat int
}

// @@State(Scope.Thread)
type Dough struct {
	// @@Param({"a", "b"})
	salt string
}

// @@State(Scope.Thread)
type Cellar struct {
	// @@Param({"1", "2", "3"})
	bottles int
}

// @@Benchmark
func bake(oven *Oven, dough *Dough) {
	line("call bake heat=%d salt=%s", oven.heat, dough.salt)
}
