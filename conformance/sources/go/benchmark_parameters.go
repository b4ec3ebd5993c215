// Does BenchmarkParams say what is running: mode, params, threads, iterations, batch sizes, forks?

package scenarios

import (
	"clamh"
	"strings"
)

// @@State(Scope.Benchmark)
type Shop struct {
	// @@Param("3")
	seats int

	// @@Param("a b/ü*~")
	label string
}

// @@Setup
func (shop *Shop) open(params *clamh.BenchmarkParams) {
	report("setup", params, " seats="+params.GetParam("seats"))
	line("id %s", params.ID()[strings.LastIndex(params.ID(), "sell-"):])
}

// @@Benchmark
func sell(_ *Shop, params *clamh.BenchmarkParams) {
	report("call", params, "")
}

func report(what string, params *clamh.BenchmarkParams, seats string) {
	name := params.GetBenchmark()
	line("%s %s %s threads=%d forks=%d+%d opi=%d warmup=%dx%d measurement=%dx%d%s", what,
		name[strings.LastIndexByte(name, '.')+1:], params.GetMode(), params.GetThreads(),
		params.GetForks(), params.GetWarmupForks(), params.GetOpsPerInvocation(),
		params.GetWarmup().GetCount(), params.GetWarmup().GetBatchSize(),
		params.GetMeasurement().GetCount(), params.GetMeasurement().GetBatchSize(),
		seats)
}
