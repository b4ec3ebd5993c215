//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input {
	//@@Param({"1"})
	n: u32,
}
		//@@Benchmark
		fn	tabbed(input:	&Input) {}
