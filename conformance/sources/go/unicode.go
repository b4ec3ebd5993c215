// Do names and param values beyond ASCII reach the state and the results as they are?

package scenarios

// @@State(Scope.Benchmark)
type Gruß struct {
	// @@Param({"ναί 😀", "\"100 %\" \\ 'x'"})
	wort string
}

// @@Benchmark
func grüßen(gruß *Gruß) {
	line("call grüßen %s", gruß.wort)
}
