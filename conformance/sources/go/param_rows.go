// Do rows of params run instead of every combination, each in every combination with the other params?

package scenarios

// @@ParamRows({"heat,salt", "1,a", "2,b"})
// @@State(Scope.Thread)
type Oven struct {
	// @@Param
	heat int

	// @@Param
	salt string

	// @@Param({"x", "y"})
	shape string
}

// @@Benchmark
func bake(oven *Oven) {
	line("call %d %s %s", oven.heat, oven.salt, oven.shape)
}
