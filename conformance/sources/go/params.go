// Does every combination of param values reach the state, of every type, unchanged and before trial setup?

package scenarios

import "math"

type Heat int

const (
	LOW Heat = iota
	HIGH
)

// @@State(Scope.Benchmark)
type Recipe struct {
	// @@Param({"-3", "9223372036854775807"})
	count int64

	// @@Param
	heat Heat

	// @@Param("two words, a comma and 1=1")
	name string

	// @@Param("0.1")
	share float64

	// @@Param("true")
	sweet bool

	// @@Param("x")
	mark rune
}

// @@Setup
func (recipe *Recipe) write() {
	recipe.report("setup")
}

func (recipe *Recipe) report(what string) {
	heat := map[Heat]string{LOW: "LOW", HIGH: "HIGH"}[recipe.heat]
	line("%s count=%d heat=%s name=[%s] share=%016x sweet=%t mark=%c", what, recipe.count,
		heat, recipe.name, math.Float64bits(recipe.share), recipe.sweet, recipe.mark)
}

// @@Benchmark
func bake(recipe *Recipe) {
	recipe.report("call")
}
