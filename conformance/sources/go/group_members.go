// How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?

package scenarios

import (
	"clamh"
	"sync/atomic"
)

// @@State(Scope.Group)
type Shelf struct {
	calls atomic.Int64
}

// @@Setup(Level.Trial)
func (shelf *Shelf) build() {
	line("setup Trial Shelf")
}

// @@TearDown(Level.Iteration)
func (shelf *Shelf) count() {
	line("teardown Iteration Shelf calls=%d", shelf.calls.Load())
}

// @@Benchmark
// @@Group("shelf")
// @@GroupThreads(3)
func watch(shelf *Shelf, params *clamh.ThreadParams) {
	say("watch", shelf, params)
}

// @@Benchmark
// @@Group("shelf")
func take(shelf *Shelf, params *clamh.ThreadParams) {
	say("take", shelf, params)
}

// @@Benchmark
// @@Group("shelf")
func put_one(shelf *Shelf, params *clamh.ThreadParams) {
	say("put", shelf, params)
}

func say(member string, shelf *Shelf, params *clamh.ThreadParams) {
	shelf.calls.Add(1)
	lineOf(params.GetThreadIndex(), "call %s thread %d/%d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
		member, params.GetThreadIndex(), params.GetThreadCount(), params.GetGroupIndex(), params.GetGroupCount(),
		params.GetSubgroupIndex(), params.GetSubgroupCount(), params.GetGroupThreadIndex(),
		params.GetGroupThreadCount(), params.GetSubgroupThreadIndex(), params.GetSubgroupThreadCount())
}
