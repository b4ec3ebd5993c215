// What the system counts of this process while it measures: events whose descriptors the driver left here, and resource
// usage.
package clamh

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

const (
	partsOfEvent = 3 // its count, and for how long it was enabled and running: fewer counters than events take turns
	partsOfUsage = 6
)

// What is read at once: an event, resource usage, or numbers of the allocator.
type counterSource struct {
	descriptor int      // of an event; -1: none
	names      []string // of the allocator's numbers
	size       int
}

type systemCounters struct {
	sources         []counterSource
	before, counted []int64
}

var counting systemCounters

// From CLAMH_COUNTERS, which a child of the benchmark does not inherit.
func chooseCounters() {
	for _, name := range strings.Split(os.Getenv("CLAMH_COUNTERS"), ",") {
		if descriptor, err := strconv.Atoi(name); err == nil {
			counting.sources = append(counting.sources, counterSource{descriptor: descriptor, size: partsOfEvent})
		} else if name == "rusage" {
			counting.sources = append(counting.sources, counterSource{descriptor: -1, size: partsOfUsage})
		} else if slices.Contains(allocationNumbers, name) {
			if last := len(counting.sources) - 1; last < 0 || counting.sources[last].names == nil {
				counting.sources = append(counting.sources, counterSource{descriptor: -1})
			}
			source := &counting.sources[len(counting.sources)-1]
			source.names, source.size = append(source.names, name), source.size+1
		}
	}
	os.Unsetenv("CLAMH_COUNTERS")
	numbers := 0
	for _, source := range counting.sources {
		numbers += source.size
	}
	counting.before, counting.counted = make([]int64, numbers), make([]int64, numbers)
}

// -1 where a reading fails. Raw calls: Go's scheduler would take the thread's processor away while they last.
func readSource(source *counterSource, numbers []int64) {
	var used syscall.Rusage
	if source.names != nil {
		readAllocations(source.names, numbers)
		return
	} else if source.descriptor >= 0 {
		size, _, _ := syscall.RawSyscall(syscall.SYS_READ, uintptr(source.descriptor), uintptr(unsafe.Pointer(&numbers[0])), 8*partsOfEvent)
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
	for at := range all.sources {
		size := all.sources[at].size
		readSource(&all.sources[at], rest[:size])
		rest = rest[size:]
	}
}

// The first thing after it. Backwards, so that the same readings lie within what each source counts in every iteration.
func (all *systemCounters) end() {
	rest := all.counted
	for at := len(all.sources) - 1; at >= 0; at-- {
		size := len(rest) - all.sources[at].size
		readSource(&all.sources[at], rest[size:])
		rest = rest[:size]
	}
	for at, before := range all.before {
		all.counted[at] = difference(before, all.counted[at])
	}
}
