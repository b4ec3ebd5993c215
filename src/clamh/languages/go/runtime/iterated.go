// One iteration with the fixtures around it, and the event that tells of it.
package clamh

import (
	"cmp"
	"math"
	"math/bits"
	"os"
	"runtime"
	"runtime/debug"
)

const mostPairs = 20_000 // of all histograms: of 40 digits each, they are still one line

// Collects garbage before an iteration as the case asks, and says what to do afterwards.
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

var collected debug.GCStats // kept, so that reading it allocates nothing once it has grown

// How often garbage was collected since the process started.
func collections() int64 {
	debug.ReadGCStats(&collected)
	return collected.NumGC
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

// measure() says what `timeNs` and `batches` are.
func (open *benchmarkCase) iterate(first, last bool, timeNs int64, batches uint64) {
	begin, end := withIteration, withIteration
	if first {
		begin = withTrial
	}
	if last {
		end = withTrial
	}
	open.measure(begin, end, func(own *thread) iteration { return measure(own, timeNs, batches) })
}

// Counters are read after the teardowns, as JMH does. The results are the threads'.
func (open *benchmarkCase) measure(begin, end int, measuring func(*thread) iteration) {
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
	open.each(func(own *thread) {
		own.result.counted = make([]float64, len(own.needs.counters))
		for at, counter := range own.needs.counters {
			own.result.counted[at] = own.countOf(counter)
		}
	})
	if end == withTrial {
		open.forget()
	}
}

func (own *thread) measure(first bool, measuring func(*thread) iteration) {
	finished := false
	defer translate("benchmark", own.function.Name, &finished)
	own.result = measuring(own)
	if !first {
		own.result.firstNs = -1
	}
	if own.operations() != nil && own.result.said <= 0 && own.result.invocations > 0 {
		panic(&failure{reason: "benchmark", where: own.function.Name,
			message: "it takes Operations, but no invocation said how many it did: call Add(n) of it, with n above 0"})
	}
	finished = true
}

// A method may panic, and no report could be made of what is not finite.
func (own *thread) countOf(counter *Counter) float64 {
	finished := false
	defer translate("benchmark", counter.Name, &finished)
	value := counter.Read(own.instance(counter.owner).object)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		panic(&failure{reason: "benchmark", where: counter.Name, message: "this counter is no finite number"})
	}
	finished = true
	return value
}

// Invocations, a batch of which is one operation, or as many as the case says.
func (made *event) operations(key string, open *benchmarkCase, invocations uint64) {
	high, low := bits.Mul64(invocations, uint64(open.opi))
	if batch := uint64(open.batchSize()); high < batch {
		if whole, rest := bits.Div64(high, low, batch); rest == 0 && whole <= math.MaxInt64 {
			made.natural(key, whole)
			return
		}
	}
	made.real(key, float64(invocations)*float64(open.opi)/float64(open.batchSize()))
}

func (made *event) thread(own *thread) {
	open, result := own.open, &own.result
	made.begin("", '{')
	if own.operations() != nil {
		made.number("operations", result.said).number("all_operations", result.allSaid)
	} else {
		made.operations("operations", open, result.invocations)
		made.operations("all_operations", open, result.allInvocations)
	}
	made.number("elapsed_ns", result.elapsedNs).natural("timings", result.timings).real("clock_cost_ns", theClock.stretchNs)
	if open.mode == "sample" {
		made.numbers("histogram", result.histogram.pairs(mostPairs/len(open.threads)))
	}
	made.natural("sample_invocations", result.sampleInvocations).numbers("sample_ns", result.sampleNs)
	if own.function.Member != "" {
		made.text("member", own.function.Member)
	}
	if result.firstNs >= 0 {
		made.number("first_ns", result.firstNs)
	}
	made.number("voluntary_switches", result.scheduled.voluntary).number("involuntary_switches", result.scheduled.involuntary)
	made.number("waited_ns", result.scheduled.waitedNs).begin("counters", '{')
	for at, counted := range result.counted {
		made.real(own.needs.counters[at].Name, counted)
	}
	made.end('}').end('}')
}

func (made *event) threads(open *benchmarkCase) *event {
	made.begin("threads", '[')
	for _, own := range open.threads {
		made.thread(own)
	}
	return made.end(']')
}

func (open *benchmarkCase) sliced() *event {
	return newEvent("slice").text("case", open.id).threads(open).number("collections", collections())
}

func (open *benchmarkCase) iterated() *event {
	made := newEvent("iteration").text("case", open.id)
	if open.warmup {
		made.text("phase", "warmup")
	} else {
		made.text("phase", "measurement")
	}
	return made.threads(open).numbers("speed_ns", open.threads[0].result.speedNs).text("source", "worker").number("collections", collections())
}
