// What the system counts of this process while it measures: events whose descriptors the driver left here, and resource
// usage.
package clamh

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

const (
	partsOfEvent = 3 // its count, and for how long it was enabled and running: fewer counters than events take turns
	partsOfUsage = 6
)

type systemCounters struct {
	descriptors     []int // of events; -1: resource usage
	before, counted []int64
}

var counting systemCounters

// From CLAMH_COUNTERS, which a child of the benchmark does not inherit.
func chooseCounters() {
	for _, name := range strings.Split(os.Getenv("CLAMH_COUNTERS"), ",") {
		if descriptor, err := strconv.Atoi(name); err == nil {
			counting.descriptors = append(counting.descriptors, descriptor)
		} else if name == "rusage" {
			counting.descriptors = append(counting.descriptors, -1)
		}
	}
	os.Unsetenv("CLAMH_COUNTERS")
	numbers := 0
	for _, descriptor := range counting.descriptors {
		numbers += numbersOf(descriptor)
	}
	counting.before, counting.counted = make([]int64, numbers), make([]int64, numbers)
}

func numbersOf(descriptor int) int {
	if descriptor < 0 {
		return partsOfUsage
	}
	return partsOfEvent
}

// -1 where a reading fails. Raw calls: Go's scheduler would take the thread's processor away while they last.
func readSource(descriptor int, numbers []int64) {
	var used syscall.Rusage
	if descriptor >= 0 {
		size, _, _ := syscall.RawSyscall(syscall.SYS_READ, uintptr(descriptor), uintptr(unsafe.Pointer(&numbers[0])), 8*partsOfEvent)
		if size == 8*partsOfEvent {
			return
		}
	} else if syscall.Getrusage(syscall.RUSAGE_SELF, &used) == nil {
		numbers[0], numbers[1] = used.Utime.Nano(), used.Stime.Nano()
		numbers[2], numbers[3] = int64(used.Minflt), int64(used.Majflt)
		numbers[4], numbers[5] = int64(used.Nvcsw), int64(used.Nivcsw)
		return
	}
	for at := range numbers {
		numbers[at] = -1
	}
}

// The last thing before a measured part begins, outside of clock readings.
func (all *systemCounters) begin() {
	rest := all.before
	for _, descriptor := range all.descriptors {
		readSource(descriptor, rest[:numbersOf(descriptor)])
		rest = rest[numbersOf(descriptor):]
	}
}

// The first thing after it. Backwards, so that the same readings lie within what each source counts in every iteration.
func (all *systemCounters) end() {
	rest := all.counted
	for at := len(all.descriptors) - 1; at >= 0; at-- {
		size := len(rest) - numbersOf(all.descriptors[at])
		readSource(all.descriptors[at], rest[size:])
		rest = rest[:size]
	}
	for at, before := range all.before {
		all.counted[at] = difference(before, all.counted[at])
	}
}
