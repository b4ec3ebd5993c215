// One iteration or slice with the fixtures around it, and the events that describe it.
package clamh

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
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
	firstNs                     int64 // of a trial's first iteration: its first invocation, in modes sample and ss its first batch; or -1
	sampleInvocations           uint64
	sampleNs, speedNs           []int64
	aux                         []float64 // of the case's counters
	scheduled                   scheduling
}

// Collects garbage before an iteration as the case asks, and returns what to do afterwards.
func (open *benchmarkCase) collect(before bool) (after func()) {
	if before && open.gc != "false" {
		runtime.GC()
	}
	if open.gc != "off" {
		return func() {}
	}
	percent := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(percent) }
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
	processors = runtime.GOMAXPROCS(0)
)

// What begins or ends with a measurement: BEGIN and END of a slice.
const (
	withNothing = iota
	withIteration
	withTrial // and the iteration
)

// Counters are read after the teardowns, as JMH does. The results are the threads'.
func (open *benchmarkCase) measure(begin, end int, measuring func(*thread) result) {
	defer open.collect(begin >= withIteration)()
	if begin == withTrial {
		open.beginTrial()
	}
	if begin >= withIteration {
		open.beginIteration()
	}
	open.eachMeasured(func(own *thread) { own.measure(begin == withTrial, measuring) })
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

// Tears down what is still set up.
func (open *benchmarkCase) finish() {
	if open.inIteration {
		open.endIteration()
	}
	if open.inTrial {
		open.endTrial()
		open.destroy()
	}
}

func (own *thread) measure(first bool, measuring func(*thread) result) {
	attempt("benchmark", own.function.Name, func() { own.result = measuring(own) })
	if !first {
		own.result.firstNs = -1
	}
	if own.takenOperations() != nil && own.result.operations <= 0 && own.result.invocations > 0 {
		panic(&failure{reason: "benchmark", where: own.function.Name,
			message: "it takes Operations, but no invocation said how many it did: call Add(n) of it, with n above 0"})
	}
}

// A method may panic, and JSON has no number that is not finite.
func (own *thread) readCounters() {
	own.result.aux = make([]float64, len(own.counters))
	for at, counter := range own.open.counters {
		if own.counters[at] == nil {
			continue
		}
		attempt("benchmark", counter.name, func() { own.result.aux[at] = counter.read(own.counters[at]) })
		if value := own.result.aux[at]; math.IsNaN(value) || math.IsInf(value, 0) {
			panic(&failure{reason: "benchmark", where: counter.name, message: "this counter is no finite number"})
		}
	}
}

// Invocations, a batch of which is one operation, or as many as the case says.
func (event *event) operations(key string, open *benchmarkCase, invocations uint64) {
	high, low := bits.Mul64(invocations, uint64(open.params.operations))
	if batch := uint64(open.batchSize()); high < batch {
		if whole, rest := bits.Div64(high, low, batch); rest == 0 && whole <= math.MaxInt64 {
			event.number(key, int64(whole))
			return
		}
	}
	event.real(key, float64(invocations)*float64(open.params.operations)/float64(open.batchSize()))
}

// What is unknown or 0 is left out.
func (event *event) known(key string, value int64, least int64) {
	if value >= least {
		event.number(key, value)
	}
}

func (event *event) thread(own *thread) {
	open, result := own.open, &own.result
	event.begin("", '{')
	if own.takenOperations() != nil {
		event.number("operations", result.operations).number("all_operations", result.allOperations)
	} else {
		event.operations("operations", open, result.invocations)
		event.operations("all_operations", open, result.allInvocations)
	}
	event.number("elapsed_ns", result.elapsedNs)
	event.known("timings", int64(result.timings), 1)
	if len(result.sampleNs) > 0 {
		event.number("sample_invocations", int64(result.sampleInvocations))
	}
	event.known("first_ns", result.firstNs, 0)
	if open.group {
		event.number("function", int64(own.place.subgroup))
	}
	event.known("waited_ns", result.scheduled.waitedNs, 0)
	event.known("voluntary_switches", result.scheduled.voluntary, 0)
	event.known("involuntary_switches", result.scheduled.involuntary, 0)
	if len(result.aux) > 0 {
		event.begin("aux", '[')
		for _, value := range result.aux {
			event.real("", value)
		}
		event.end(']')
	}
	event.end('}')
}

func (open *benchmarkCase) describeResults(event *event) *event {
	event.text("case", open.id).begin("threads", '[')
	for _, own := range open.threads {
		event.thread(own)
	}
	return event.end(']').number("collections", collections())
}

func (open *benchmarkCase) describeIteration() *event {
	event := open.describeResults(newEvent("iteration"))
	if speeds := open.threads[0].result.speedNs; len(speeds) > 0 {
		event.numbers("speed_ns", speeds)
	}
	return event
}

func (open *benchmarkCase) describe() *event {
	opened := newEvent("opened").text("case", open.id).real("clock_cost_ns", theClock.stretchNs).numbers("threads", open.threadIDs())
	opened.begin("layout", '{').begin("offsets", '[')
	for _, instances := range open.instances {
		offset := uint64(0) // if no thread runs the function that needs the state
		if len(instances) > 0 {
			offset = instances[0].offset
		}
		opened.number("", int64(offset))
	}
	opened.end(']').begin("addresses", '[')
	for _, instances := range open.instances {
		opened.begin("", '[')
		for _, placed := range instances {
			opened.text("", fmt.Sprintf("%#x", uintptr(placed.object)))
		}
		opened.end(']')
	}
	opened.end(']').number("stack", int64(open.threads[0].frames)*frame).end('}')
	if reason := open.unsliced(); reason != "" {
		opened.text("unsliced", reason)
	}
	return opened.text("source", "worker").text("collector", collector).number("processors", int64(processors))
}
