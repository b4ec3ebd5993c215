// The clock that measures: chosen once, read through one function, so that a fake one costs no branch.
package clamh

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

// `now` has the count of its thread's readings, which only a fake clock needs.
type clock struct {
	name           string
	now            func(readings *int64) int64
	counted        bool    // a fake one, whose readings say nothing of how long anything takes
	stepNs, costNs int64   // the smallest difference seen, the cost of one reading, both at least 1
	stretchNs      float64 // what a stretch with no invocation in it measures; 0 of a fake one
	taken          bool
}

func (tried *clock) resolutionNs() int64 { return max(tried.stepNs, tried.costNs) }

// The clock of this process, and every one that was tried.
var (
	theClock    clock
	clocksTried []clock
)

var epoch = time.Now()

// time.Since reads the monotonic clock alone, by the vDSO; time.Now reads two clocks.
func monotonic(*int64) int64 { return int64(time.Since(epoch)) }
func wall(*int64) int64      { return int64(time.Now().Sub(epoch)) }

// The least of several rounds: anything above it is time of other processes.
func (tried *clock) measure() {
	const rounds, readings = 20, 50
	tried.stepNs, tried.costNs = 1_000_000_000, 1_000_000_000
	for round := 0; round < rounds; round++ {
		start := tried.now(nil)
		last := start
		for reading := 0; reading < readings; reading++ {
			now := tried.now(nil)
			if now > last {
				tried.stepNs = min(tried.stepNs, now-last)
			}
			last = now
		}
		tried.costNs = max(min(tried.costNs, (last-start+readings-1)/readings), 1)
	}
}

// What a stretch with nothing in it measures: the lower quartile of many means. A mean of all may hold time of other
// processes, and taking off too much makes a score negative.
func emptyStretch() float64 {
	const rounds, stretches = 200, 50
	means := make([]float64, rounds)
	for round := range means {
		sum := int64(0)
		for at := 0; at < stretches; at++ {
			sum += timed(floor.Repeat, nil, 0, nil).elapsed()
		}
		means[round] = float64(sum) / stretches
	}
	sort.Float64s(means)
	return means[rounds/4]
}

// Measures and chooses; CLAMH_CLOCK=counted:NS makes one that advances NS per reading of a thread. False when that is
// malformed.
func chooseClock() bool {
	if wanted, set := os.LookupEnv("CLAMH_CLOCK"); set {
		digits, prefixed := strings.CutPrefix(wanted, "counted:")
		step, err := strconv.ParseInt(digits, 10, 64)
		if !prefixed || err != nil || step <= 0 {
			return false
		}
		now := func(readings *int64) int64 {
			*readings += step
			return *readings
		}
		theClock = clock{name: "counted", now: now, counted: true, stepNs: 1, costNs: 1, taken: true}
		clocksTried = []clock{theClock}
		return true
	}
	clocksTried = []clock{{name: "CLOCK_MONOTONIC", now: monotonic}, {name: "time.Now", now: wall}}
	best := &clocksTried[0]
	for at := range clocksTried {
		clocksTried[at].measure()
		if clocksTried[at].resolutionNs() < best.resolutionNs() {
			best = &clocksTried[at]
		}
	}
	best.taken = true
	theClock = *best
	theClock.stretchNs = emptyStretch()
	return true
}

// From one reading to the next, in ns.
type stretch struct{ start, stop int64 }

func (timed stretch) elapsed() int64 { return timed.stop - timed.start }

// So many invocations of a stub; raises `clock` when time ran backwards.
func timed(repeat func([]Pointer, uint64), objects []Pointer, invocations uint64, readings *int64) stretch {
	now := theClock.now
	start := now(readings)
	repeat(objects, invocations)
	stop := now(readings)
	if stop < start {
		panic(&failure{reason: "clock", where: theClock.name, message: fmt.Sprintf("it went back by %d ns", start-stop)})
	}
	return stretch{start, stop}
}
