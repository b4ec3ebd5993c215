package p

const a = "// @@Benchmark"
const b = `
// @@Benchmark
func no() {}
@Benchmark \`
const c = '@'
const d = "\"@Benchmark"
const e = '\''

// @@Benchmark
func yes() string { return "`" + a + b }
