// One iteration or slice with the fixtures around it, and the events that describe it.
package clamh

import (
	"cmp"
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// What one measuring thread has measured.
type result struct {
	invocations, allInvocations uint64
	operations, allOperations   int64  // that invocations counted themselves, see Operations
	timings                     uint64 // stretches whose clock readings count
	elapsedNs                   int64
	firstNs                     int64 // its first invocation, in modes sample and ss batch; -1 if not a trial's first
	sampleInvocations           uint64
	sampleNs, speedNs           []int64
	aux                         []float64 // of the case's counters
	scheduled                   scheduling
}

var (
	suspended bool // the collector, until the end of an iteration; between two of its slices, too
	percent   int  // what it was set to before
)

// Collects garbage before an iteration as the case asks, and suspends that until resumeCollector.
func (open *benchmarkCase) collect(before bool) {
	if before && open.gc != "false" {
		runtime.GC()
	}
	if open.gc != "off" {
		resumeCollector() // another case may be between two slices
	} else if !suspended {
		percent, suspended = debug.SetGCPercent(-1), true
	}
}

func resumeCollector() {
	if suspended {
		debug.SetGCPercent(percent)
		suspended = false
	}
}

var gcStats debug.GCStats // kept, so that reading it allocates nothing once it has grown

// How often garbage was collected since the process started.
func collections() int64 {
	debug.ReadGCStats(&gcStats)
	return gcStats.NumGC
}

// What the runtime chose at its start: how often it collects, and how many processors it uses.
var (
	collector  = "GOGC=" + cmp.Or(os.Getenv("GOGC"), "100")
	processors int // set by Main()
)

// What begins or ends with a measurement: BEGIN and END of a slice.
const (
	withNothing = iota
	withIteration
	withTrial // and the iteration
)

// What an iteration or slice that comes next has to begin with.
func (open *benchmarkCase) due() int { return withTrial - open.depth }

// Counters are read after the teardowns, as JMH does. The results are the threads'.
func (open *benchmarkCase) measure(begin, end int, measuring func(*thread) result) {
	open.collect(begin >= withIteration)
	if begin == withTrial {
		open.beginTrial()
	}
	if begin >= withIteration {
		open.beginIteration()
	}
	work := func(own *thread) { own.measure(begin == withTrial, measuring) } // before allocations count
	if !open.alone() { // of one thread, only what is timed counts: timing.go
		counting.begin()
	}
	open.eachMeasured(work)
	if !open.alone() {
		counting.end()
	}
	if end >= withIteration {
		open.endIteration()
	}
	if end == withTrial {
		open.endTrial()
	}
	open.each((*thread).readCounters)
	if end == withTrial {
		open.destroy()
	}
}

func (own *thread) measure(first bool, measuring func(*thread) result) {
	attempt("benchmark", own.function.Name, func() { own.result = measuring(own) })
	if !first {
		own.result.firstNs = -1
	}
	if own.takes(TakesOperations) && own.result.operations <= 0 && own.result.invocations > 0 {
		panic(&failure{reason: "benchmark", where: own.function.Name,
			message: "it takes Operations, but no invocation said how many it did: call Add(n) of it, with n above 0"})
	}
}

// A method may panic, and JSON has no number that is not finite.
func (own *thread) readCounters() {
	own.result.aux = make([]float64, len(own.open.counters))
	for at, counter := range own.open.counters {
		if object := own.object(counter.state); object != nil {
			attempt("benchmark", counter.name, func() { own.result.aux[at] = counter.read(object) })
		}
		if value := own.result.aux[at]; math.IsNaN(value) || math.IsInf(value, 0) {
			panic(&failure{reason: "benchmark", where: counter.name, message: "this counter is no finite number"})
		}
	}
}

// What its invocations counted themselves, or what the case says of a batch.
func (own *thread) operations(counted int64, invocations uint64) float64 {
	if own.takes(TakesOperations) {
		return float64(counted)
	}
	return float64(invocations) * float64(own.open.params.operations) / float64(own.open.phase().batch)
}

// What is unknown or 0 is left out.
func (own *thread) describe() members {
	result := &own.result
	var perSample, function any
	if len(result.sampleNs) > 0 {
		perSample = int64(result.sampleInvocations)
	}
	if own.open.group {
		function = own.place.subgroup
	}
	return members{"operations", own.operations(result.operations, result.invocations),
		"all_operations", own.operations(result.allOperations, result.allInvocations), "elapsed_ns", result.elapsedNs,
		"timings", unless(0, int64(result.timings)), "sample_invocations", perSample, "function", function,
		"first_ns", unless(-1, result.firstNs), "waited_ns", unless(-1, result.scheduled.waitedNs),
		"voluntary_switches", unless(-1, result.scheduled.voluntary),
		"involuntary_switches", unless(-1, result.scheduled.involuntary), "aux", unlessEmpty(result.aux)}
}

func (open *benchmarkCase) describeResults() members {
	var threads []members
	for _, own := range open.threads {
		threads = append(threads, own.describe())
	}
	return members{"case", open.id, "threads", threads, "collections", collections(),
		"speed_ns", unlessEmpty(open.threads[0].result.speedNs), "counters", unlessEmpty(counting.counted())}
}
