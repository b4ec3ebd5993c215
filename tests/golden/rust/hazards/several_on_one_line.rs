@State(Scope.Thread) #[derive(Default)] struct A { @Param({"1"}) x: u32, @Param({"2"}) y: u32 } @Benchmark fn one(a: &A) {} @Benchmark fn two(a: &A) {}
