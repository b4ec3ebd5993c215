package p

// @@Benchmark
var x = 3

// @@Benchmark
import "fmt"

// @@Benchmark
const c = 4

// @@Benchmark
func f() { fmt.Println(x, c) }
