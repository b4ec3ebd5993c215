package p

type Plain struct {
	// @@Param({"1"})
	outside int
}

// @@Param({"1"})
var global int

// @@State(Scope.Benchmark)
type Data struct {
	// @@Param
	noValues int
	// @@Param({{"1"}})
	notQuoted int
	// @@Param({"1", "1"})
	twice int
	// @@Param({"1"})
	pointer *int
	// @@Param({"1"})
	list []int
	// @@Param({"1"})
	Plain
	// @@Param({"1"})
	_ int
}

// @@Benchmark
func one(data *Data) int { return data.twice }
