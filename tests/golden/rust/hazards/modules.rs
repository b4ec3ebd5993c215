mod outer {
    //@@State(Scope.Benchmark)
    #[derive(Default)]
    pub struct Input { //@@Param({"1"})
        pub n: u32 }
    pub mod inner {
        use super::Input;
        //@@Benchmark
        fn deep(input: &Input) -> u32 { input.n }
        //@@Benchmark
        fn by_super(input: &super::Input) -> u32 { input.n }
        //@@Benchmark
        fn by_crate(input: &crate::outer::Input) -> u32 { input.n }
        //@@Benchmark
        fn by_self(input: &self::Input) -> u32 { input.n }
    }
}
//@@Benchmark
fn shallow(input: &outer::Input) -> u32 { input.n }
impl outer::Input {
    //@@Benchmark
    fn from_outside(&self) -> u32 { self.n }
}
