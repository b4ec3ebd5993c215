// What --solo prints of a case: its threads, and the score of an iteration.
package clamh

import (
	"fmt"
	"slices"
	"strings"
)

var unitsNs = map[string]int64{"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
	"min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000}

func (result *result) netNs() float64 {
	return max(float64(result.elapsedNs)-float64(result.timings)*theClock.stretchNs, 0)
}

// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the
// longest thread's over what all did. Threads with nothing timed count for nothing.
func score(threads []*thread) float64 {
	open := threads[0].open
	unit := float64(unitsNs[open.params.timeUnit])
	sum, time, longest, operations, count := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, own := range threads {
		done, net := own.operations(own.result.operations, own.result.invocations), own.result.netNs()/unit
		if !(done > 0) {
			continue
		}
		if open.mode == "thrpt" {
			sum += done / net
		} else {
			sum += net / done
		}
		time, operations, longest = time+net, operations+done, max(longest, net)
		count++
	}
	switch {
	case open.mode == "thrpt" || count == 0:
		return sum
	case open.mode == "sample":
		return time / operations
	case open.mode == "wall":
		return longest / operations
	}
	return sum / count
}

// Such as "ns/op".
func (open *benchmarkCase) scoreUnit() string {
	if open.mode == "thrpt" {
		return "ops/" + open.params.timeUnit
	}
	return open.params.timeUnit + "/op"
}

func scoreText(threads []*thread) string {
	open := threads[0].open
	if open.mode != "sample" {
		return fmt.Sprintf("%.6g %s", score(threads), open.scoreUnit())
	}
	var times []int64
	for _, own := range threads {
		times = append(times, own.result.sampleNs...)
	}
	slices.Sort(times)
	var values []string
	for _, share := range []float64{0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1} { // what is at least as long as this share
		value := 0.0
		if len(times) > 0 {
			value = max(float64(times[max(int(share*float64(len(times))), 1)-1])-theClock.stretchNs, 0)
		}
		value /= float64(open.params.operations) * float64(unitsNs[open.params.timeUnit])
		values = append(values, fmt.Sprintf("%.6g", value))
	}
	return fmt.Sprintf("n = %d, mean = %.6g %s, p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00} = %s %s", len(times),
		score(threads), open.scoreUnit(), strings.Join(values, ", "), open.scoreUnit())
}

func plural(count int) string {
	if count == 1 {
		return ""
	}
	return "s"
}

var modeTexts = map[string]string{"avgt": "Average time, time/op", "thrpt": "Throughput, ops/time",
	"sample": "Sampling time", "ss": "Single shot invocation time", "wall": "Wall time, time/op"}

// Threads that run the same function of a group, in the order of functions.
func (open *benchmarkCase) byFunction() [][]*thread {
	found := make([][]*thread, open.threads[0].place.subgroups)
	for _, own := range open.threads {
		found[own.place.subgroup] = append(found[own.place.subgroup], own)
	}
	return slices.DeleteFunc(found, func(threads []*thread) bool { return len(threads) == 0 })
}

func (open *benchmarkCase) printPhase(name string, phase *IterationParams) {
	text := "<none>"
	if phase.count > 0 {
		text = fmt.Sprintf("%d iteration%s, %g s each", phase.count, plural(phase.count), float64(phase.timeNs)/1e9)
		if open.mode == "ss" {
			text = fmt.Sprintf("%d iteration%s, single-shot each", phase.count, plural(phase.count))
		}
		if phase.batch > 1 {
			text += fmt.Sprintf(", %d calls per op", phase.batch)
		}
	}
	fmt.Printf("%s: %s\n", name, text)
}

func (open *benchmarkCase) print(autoWarmup, bounded bool) {
	place := open.threads[0].place
	threads := fmt.Sprintf("%d thread%s", place.threads, plural(place.threads))
	if open.group {
		var functions []string
		for _, threads := range open.byFunction() {
			first := threads[0]
			functions = append(functions, fmt.Sprintf("%dx %q", first.place.subgroupThreads, shortName(first.function.Name)))
		}
		threads += fmt.Sprintf(" (%d group%s; %s in each group)", place.groups, plural(place.groups),
			strings.Join(functions, ", "))
	}
	fmt.Printf("Benchmark: %s\nBenchmark mode: %s\nThreads: %s\n", open.benchmark.name, modeTexts[open.mode], threads)
	open.printPhase("Warmup", &open.params.warmup)
	if autoWarmup && open.mode != "ss" {
		fmt.Println("AutoWarmup: left out; clamh run warms up until steady")
	}
	open.printPhase("Measurement", &open.params.measurement)
	if bounded && open.mode != "ss" {
		fmt.Println("Bounds of calls: left out; each iteration takes its time")
	}
	var params []string
	for _, value := range open.values {
		params = append(params, value.param.name+" = "+value.text)
	}
	if len(params) > 0 {
		fmt.Printf("Parameters: (%s)\n", strings.Join(params, ", "))
	}
	fmt.Println()
}

func (open *benchmarkCase) scores() string {
	text := scoreText(open.threads)
	if open.group {
		for _, threads := range open.byFunction() {
			text += fmt.Sprintf(", %s: %s", shortName(threads[0].function.Name), scoreText(threads))
		}
	}
	for at, counter := range open.counters {
		sum := 0.0
		for _, own := range open.threads {
			sum += own.result.aux[at]
		}
		text += fmt.Sprintf(", %s = %.6g", counter.name, sum)
	}
	return text
}
