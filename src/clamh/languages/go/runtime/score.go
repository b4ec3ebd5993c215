// What --solo says of a case: its threads, and the score of an iteration.
package clamh

import (
	"fmt"
	"strings"
)

var unitsNs = map[string]int64{"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
	"min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000}

func (own *thread) operationsDone() float64 {
	if own.operations() != nil {
		return float64(own.result.said)
	}
	return float64(own.result.invocations) * float64(own.open.opi) / float64(own.open.batchSize())
}

func (result *iteration) netNs() float64 {
	return max(float64(result.elapsedNs)-float64(result.timings)*theClock.stretchNs, 0)
}

// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the longest thread's over
// what all did. Threads with nothing timed count for nothing.
func score(threads []*thread) float64 {
	open := threads[0].open
	unit := float64(unitsNs[open.plan.timeUnit])
	sum, time, longest, operations, count := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, one := range threads {
		own, net := one.operationsDone(), one.result.netNs()/unit
		if !(own > 0) {
			continue
		}
		if open.mode == "thrpt" {
			sum += own / net
		} else {
			sum += net / own
		}
		time, operations, longest = time+net, operations+own, max(longest, net)
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

// What is at least as long as a share of all.
func quantile(counts histogram, total uint64, share float64) float64 {
	wanted, seen := max(uint64(share*float64(total)), 1), uint64(0)
	for at, count := range counts {
		seen += count
		if seen >= wanted {
			return float64(bucketValue(at))
		}
	}
	return 0
}

// Such as "ns/op".
func (open *benchmarkCase) scoreUnit() string {
	if open.mode == "thrpt" {
		return "ops/" + open.plan.timeUnit
	}
	return open.plan.timeUnit + "/op"
}

func scoreText(threads []*thread) string {
	open := threads[0].open
	name := open.plan.timeUnit
	switch open.mode {
	case "thrpt":
		return fmt.Sprintf("%.6g ops/%s", score(threads), name)
	case "sample":
	default:
		return fmt.Sprintf("%.6g %s/op", score(threads), name)
	}
	counts, timings := newHistogram(), uint64(0)
	for _, one := range threads {
		timings += one.result.timings
		for at, count := range one.result.histogram {
			counts[at] += count
		}
	}
	shares := []float64{0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1}
	values := make([]string, len(shares))
	for at, share := range shares {
		value := max(quantile(counts, timings, share)-theClock.stretchNs, 0)
		values[at] = fmt.Sprintf("%.6g", value/float64(open.opi)/float64(unitsNs[name]))
	}
	return fmt.Sprintf("n = %d, mean = %.6g %s/op, p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00} = %s %s/op", timings,
		score(threads), name, strings.Join(values, ", "), name)
}

func (open *benchmarkCase) sayThreads() {
	dealt := open.threads[0].dealt
	text := fmt.Sprintf("Threads: %d thread%s", dealt.threads, plural(dealt.threads))
	if open.benchmark.Repeat == nil {
		var members []string
		for _, own := range open.threads {
			if own.dealt.group == 0 && own.dealt.memberThread == 0 {
				members = append(members, fmt.Sprintf("%dx %q", own.dealt.memberThreads, own.function.Member))
			}
		}
		text += fmt.Sprintf(" (%d group%s; %s in each group)", dealt.groups, plural(dealt.groups), strings.Join(members, ", "))
	}
	fmt.Println(text)
}

func plural(count int) string {
	if count == 1 {
		return ""
	}
	return "s"
}

func (open *benchmarkCase) scores() string {
	text := scoreText(open.threads)
	if open.benchmark.Repeat == nil {
		for _, member := range open.members {
			var own []*thread
			for _, one := range open.threads {
				if one.function == member {
					own = append(own, one)
				}
			}
			text += fmt.Sprintf(", %s: %s", member.Member, scoreText(own))
		}
	}
	for _, counter := range open.needs.counters {
		sum := 0.0
		for _, own := range open.threads {
			for at, counted := range own.result.counted {
				if own.needs.counters[at] == counter {
					sum += counted
				}
			}
		}
		text += fmt.Sprintf(", %s = %.6g", counter.Name, sum)
	}
	return text
}
