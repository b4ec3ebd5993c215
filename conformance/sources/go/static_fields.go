// Does every case begin with static fields as the source initialises them, whatever ran before?

package scenarios

var calls = 5

// @@Benchmark
func buy() {
	calls++
	line("call buy %d", calls)
}

// @@Benchmark
func sell() {
	calls++
	line("call sell %d", calls)
}
