// What does ThreadParams say in each of several threads, and has each thread counters of its own?

package scenarios

import "clamh"

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Till struct {
	Coins int64
}

// @@Benchmark
func sell(till *Till, params *clamh.ThreadParams, run *clamh.BenchmarkParams) {
	till.Coins += 10 + int64(params.GetThreadIndex())
	lineOf(params.GetThreadIndex(), "call thread %d/%d of %d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
		params.GetThreadIndex(), params.GetThreadCount(), run.GetThreads(), params.GetGroupIndex(),
		params.GetGroupCount(), params.GetSubgroupIndex(), params.GetSubgroupCount(),
		params.GetGroupThreadIndex(), params.GetGroupThreadCount(), params.GetSubgroupThreadIndex(),
		params.GetSubgroupThreadCount())
}
