// A call that counts itself, against the work in it: what does instrumentation add?
package instrumented_call

import (
	"clamh"
	"sync/atomic"
	"time"
)

type method struct {
	calls, failures, nanoseconds atomic.Int64
}

// @@State(Scope.Benchmark)
type Work struct {
	//@@Param({"500", "4000", "16000"})
	tokens int64
}

// @@State(Scope.Benchmark)
type Metrics struct {
	methods map[string]*method
	total   atomic.Int64
}

// @@Setup
func (metrics *Metrics) add() {
	metrics.methods = map[string]*method{}
	for _, name := range []string{"getStatus", "createFile", "listStatus", "remove"} {
		metrics.methods[name] = &method{}
	}
	metrics.total.Store(0)
}

// @@Check
func (metrics *Metrics) counted() int64 {
	return min(metrics.methods["getStatus"].calls.Load(), 1) + min(metrics.total.Load(), 1)
}

// The upper bound: nothing but the work.
//
// @@Benchmark(baseline = Baseline.BOUND)
func delayOnly(work *Work, blackhole *clamh.Blackhole) int64 {
	blackhole.ConsumeCPU(work.tokens)
	return work.tokens
}

// Before the change: calls, failures and time of each method.
//
// @@Benchmark
func callAndReturn(work *Work, metrics *Metrics, blackhole *clamh.Blackhole) (int64, error) {
	return measured(metrics, "getStatus", func() (int64, error) { return delayOnly(work, blackhole), nil })
}

// After it: the calls of all methods too.
//
// @@Benchmark
func callAndReturnCounted(work *Work, metrics *Metrics, blackhole *clamh.Blackhole) (int64, error) {
	metrics.total.Add(1)
	return measured(metrics, "getStatus", func() (int64, error) { return delayOnly(work, blackhole), nil })
}

func measured(metrics *Metrics, name string, callable func() (int64, error)) (int64, error) {
	method := metrics.methods[name]
	start := time.Now()
	method.calls.Add(1)
	result, err := callable()
	if err != nil {
		method.failures.Add(1)
		return 0, err
	}
	method.nanoseconds.Add(int64(time.Since(start)))
	return result, nil
}
