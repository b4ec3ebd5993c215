package p

@Benchmark
@Warmup(iterations = 3)
func f(s *S) {}

@State(Scope.Thread) type S struct {
	@Param({"1"}) n int
}
