package p

import "clamh"

// @@Benchmark
func f(b *clamh.Blackhole, c *clamh.Control, p *clamh.BenchmarkParams, t *clamh.ThreadParams, r *clamh.Random, m *clamh.Memory, o *clamh.Operations, i *clamh.IterationParams) {}
