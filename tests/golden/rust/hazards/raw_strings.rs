//@@Benchmark
fn raw() -> usize {
    let a = r"\"; let b = r#"a "@Benchmark" b"#; let c = br##"x "# @Benchmark"##; let r#for = 1;
    a.len() + b.len() + c.len() + r#for
}
fn after() { let quote = '"'; let text = "@Benchmark"; }
