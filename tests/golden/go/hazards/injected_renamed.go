package p

import harness "clamh"

// @@Benchmark
func f(b *harness.Blackhole) { harness.Consume(b, 1) }
