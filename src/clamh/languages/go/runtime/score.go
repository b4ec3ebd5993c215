// What --solo prints: the case, the score of each iteration, and the result of all of them, as the guide shows it.
package clamh

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var unitsNs = map[string]int64{"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
	"min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000}

var modeTexts = map[string]string{"avgt": "Average time, time/op", "thrpt": "Throughput, ops/time",
	"sample": "Sampling time", "ss": "Single shot invocation time", "wall": "Wall time, time/op"}

// Without what the clock's readings cost, in the time unit of the case.
func (open *benchmarkCase) netTime(elapsedNs int64, timings uint64) float64 {
	net := max(float64(elapsedNs)-float64(timings)*theClock.stretchNs, 0)
	return net / float64(unitsNs[open.params.timeUnit])
}

// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the
// longest thread's over what all did. Threads with nothing timed count for nothing.
func (open *benchmarkCase) score(threads []*thread) float64 {
	sum, time, longest, operations, count := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, own := range threads {
		done := own.operations(own.result.operations, own.result.invocations)
		net := open.netTime(own.result.elapsedNs, own.result.timings)
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

func (open *benchmarkCase) scoreText(threads []*thread) string {
	text := fmt.Sprintf("%.6g %s", open.score(threads), open.scoreUnit())
	if open.mode != "sample" {
		return text
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
			value = open.netTime(times[max(int(math.Ceil(share*float64(len(times)))), 1)-1], 1) / float64(open.params.operations)
		}
		values = append(values, fmt.Sprintf("%.6g", value))
	}
	return fmt.Sprintf("n = %d, mean = %s, p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00} = %s %s", len(times), text,
		strings.Join(values, ", "), open.scoreUnit())
}

// Threads that run the same function of a group, in the order of functions.
func (open *benchmarkCase) byFunction() [][]*thread {
	found := make([][]*thread, open.threads[0].place.subgroups)
	for _, own := range open.threads {
		found[own.place.subgroup] = append(found[own.place.subgroup], own)
	}
	return slices.DeleteFunc(found, func(threads []*thread) bool { return len(threads) == 0 })
}

// Such as "2 threads".
func counted(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}

func (open *benchmarkCase) printPhase(name string, phase *IterationParams) {
	text := "<none>"
	if phase.count > 0 {
		each := "single-shot each"
		if open.mode != "ss" {
			each = fmt.Sprintf("%g s each", float64(phase.timeNs)/1e9)
		}
		text = counted(phase.count, "iteration") + ", " + each
		if phase.batch > 1 {
			text += fmt.Sprintf(", %d calls per op", phase.batch)
		}
	}
	fmt.Printf("%s: %s\n", name, text)
}

func (open *benchmarkCase) print(autoWarmup, bounded bool) {
	place := open.threads[0].place
	threads := counted(place.threads, "thread")
	if open.group {
		var functions []string
		for _, threads := range open.byFunction() {
			first := threads[0]
			functions = append(functions, fmt.Sprintf("%dx %q", first.place.subgroupThreads, shortName(first.function.Name)))
		}
		threads += fmt.Sprintf(" (%s; %s in each group)", counted(place.groups, "group"), strings.Join(functions, ", "))
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
	text := open.scoreText(open.threads)
	if open.group {
		for _, threads := range open.byFunction() {
			text += fmt.Sprintf(", %s: %s", shortName(threads[0].function.Name), open.scoreText(threads))
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

// Student's t for 99.9 %, of 2 to 19 degrees of freedom. With more, its expansion (Abramowitz and Stegun, 26.7.5) is
// right to 0.001 %.
var studentsTs = [...]float64{31.59905, 12.92398, 8.610302, 6.868827, 5.958816, 5.407883, 5.041305, 4.780913, 4.586894,
	4.436979, 4.317791, 4.220832, 4.140454, 4.072765, 4.014996, 3.965126, 3.921646, 3.883406}

func studentsT(freedom int) float64 {
	if freedom-2 < len(studentsTs) {
		return studentsTs[freedom-2]
	}
	share := 1 / float64(freedom)
	return 3.290527 + share*(9.729731+share*(26.13302+share*(53.16861+share*79.36584)))
}

func (open *benchmarkCase) printResult(scores []float64) error {
	count, mean, squares := float64(len(scores)), 0.0, 0.0
	for _, score := range scores {
		mean += score / count
	}
	for _, score := range scores {
		squares += (score - mean) * (score - mean)
	}
	deviation, margin, spread := math.Sqrt(squares/(count-1)), "", ""
	if len(scores) > 2 { // JMH gives no error of one or two values
		margin = fmt.Sprintf(" ±(99.9%%) %.6g", studentsT(len(scores)-1)*deviation/math.Sqrt(count))
	}
	if len(scores) > 1 {
		spread = fmt.Sprintf(", stdev = %.6g", deviation)
	}
	_, err := fmt.Printf("\nResult for %s:\n  %.6g%s %s\n  (min, avg, max) = (%.6g, %.6g, %.6g)%s\n", open.benchmark.name, mean, margin,
		open.scoreUnit(), slices.Min(scores), mean, slices.Max(scores), spread)
	return err
}
