// What --solo prints of a case: its threads, and the score of an iteration.
package clamh

import (
	"fmt"
	"slices"
	"strings"
)

var unitsNs = map[string]int64{"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
	"min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000}

func (own *thread) operationsDone() float64 {
	if own.takenOperations() != nil {
		return float64(own.result.operations)
	}
	return float64(own.result.invocations) * float64(own.open.params.operations) / float64(own.open.batchSize())
}

func (result *result) netNs() float64 {
	return max(float64(result.elapsedNs)-float64(result.timings)*theClock.stretchNs, 0)
}

// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the longest thread's over
// what all did. Threads with nothing timed count for nothing.
func score(threads []*thread) float64 {
	open := threads[0].open
	unit := float64(unitsNs[open.params.timeUnit])
	sum, time, longest, operations, count := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, own := range threads {
		done, net := own.operationsDone(), own.result.netNs()/unit
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
		values = append(values, fmt.Sprintf("%.6g", value/float64(open.params.operations)/float64(unitsNs[open.params.timeUnit])))
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

// Of each function of a group, by its name.
func (open *benchmarkCase) byFunction() (names []string, threads map[string][]*thread) {
	threads = map[string][]*thread{}
	for _, own := range open.threads {
		name := shortName(own.function.Name)
		if threads[name] == nil {
			names = append(names, name)
		}
		threads[name] = append(threads[name], own)
	}
	return names, threads
}

func (open *benchmarkCase) printThreads() {
	place := open.threads[0].place
	text := fmt.Sprintf("Threads: %d thread%s", place.threads, plural(place.threads))
	if open.group {
		names, threads := open.byFunction()
		for at, name := range names {
			names[at] = fmt.Sprintf("%dx %q", threads[name][0].place.subgroupThreads, name)
		}
		text += fmt.Sprintf(" (%d group%s; %s in each group)", place.groups, plural(place.groups), strings.Join(names, ", "))
	}
	fmt.Println(text)
}

func (open *benchmarkCase) scores() string {
	text := scoreText(open.threads)
	if open.group {
		names, threads := open.byFunction()
		for _, name := range names {
			text += fmt.Sprintf(", %s: %s", name, scoreText(threads[name]))
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
