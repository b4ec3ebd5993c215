package p

import . "clamh"

// @@Benchmark
func f(b *Blackhole) { Consume(b, 1) }
