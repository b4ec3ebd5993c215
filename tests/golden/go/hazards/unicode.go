package größe

// @@State(Scope.Thread)
type Größe struct {
	// @@Param({"階乗"})
	ä string
}

// @@Benchmark
func übung(g *Größe) string { return g.ä }
