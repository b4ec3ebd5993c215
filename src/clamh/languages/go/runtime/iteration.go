// What one measuring thread brings home from one iteration.
package clamh

type iteration struct {
	invocations, allInvocations uint64
	said, allSaid               int64  // operations that invocations said themselves, see Operations
	timings                     uint64 // stretches whose clock readings count
	elapsedNs                   int64
	firstNs                     int64 // of a trial's first iteration: its first invocation, in modes sample and ss its first batch; or -1
	sampleInvocations           uint64
	sampleNs, speedNs           []int64
	histogram                   histogram
	counted                     []float64 // of needs.counters
	scheduled                   scheduling
}
