// What does ThreadParams say of the only thread?

package scenarios

import "clamh"

// @@Benchmark
func sell(params *clamh.ThreadParams) {
	line("call thread %d/%d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
		params.GetThreadIndex(), params.GetThreadCount(), params.GetGroupIndex(), params.GetGroupCount(),
		params.GetSubgroupIndex(), params.GetSubgroupCount(), params.GetGroupThreadIndex(),
		params.GetGroupThreadCount(), params.GetSubgroupThreadIndex(), params.GetSubgroupThreadCount())
}
