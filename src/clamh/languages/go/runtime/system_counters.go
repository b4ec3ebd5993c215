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
	read          func(numbers []int64) bool // false where that fails
	before, after []int64
}

type systemCounters []counterSource

var counting systemCounters

func (all *systemCounters) add(size int, read func(numbers []int64) bool) {
	*all = append(*all, counterSource{read, make([]int64, size), make([]int64, size)})
}

// From CLAMH_COUNTERS, which a child of the benchmark does not inherit.
func chooseCounters() {
	names := strings.Split(os.Getenv("CLAMH_COUNTERS"), ",")
	os.Unsetenv("CLAMH_COUNTERS")
	var ofAllocator []string // the driver names them first
	for _, name := range names {
		if slices.Contains(allocationNumbers, name) {
			ofAllocator = append(ofAllocator, name)
		}
	}
	if ofAllocator != nil {
		counting.add(len(ofAllocator), func(numbers []int64) bool { return readAllocations(ofAllocator, numbers) })
	}
	for _, name := range names {
		if descriptor, err := strconv.Atoi(name); err == nil {
			counting.add(partsOfEvent, func(numbers []int64) bool { return readEvent(descriptor, numbers) })
		} else if name == "rusage" {
			counting.add(partsOfUsage, readUsage)
		}
	}
}

// A raw call: Go's scheduler would take the thread's processor away while it lasts.
func readEvent(descriptor int, numbers []int64) bool {
	const bytes = 8 * partsOfEvent
	size, _, _ := syscall.RawSyscall(syscall.SYS_READ, uintptr(descriptor), uintptr(unsafe.Pointer(&numbers[0])), bytes)
	return size == bytes
}

func readUsage(numbers []int64) bool {
	var used syscall.Rusage
	failed := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	numbers[0], numbers[1] = used.Utime.Nano(), used.Stime.Nano()
	numbers[2], numbers[3] = int64(used.Minflt), int64(used.Majflt)
	numbers[4], numbers[5] = int64(used.Nvcsw), int64(used.Nivcsw)
	return failed == nil
}

// -1 where reading fails.
func (source *counterSource) fill(numbers []int64) {
	if source.read(numbers) {
		return
	}
	for at := range numbers {
		numbers[at] = -1
	}
}

// The last thing before a measured part begins, outside of clock readings.
func (all systemCounters) begin() {
	for at := range all {
		all[at].fill(all[at].before)
	}
}

// The first thing after it. Backwards, so that the same readings lie within what each source counts in every iteration.
func (all systemCounters) end() {
	for at := len(all) - 1; at >= 0; at-- {
		all[at].fill(all[at].after)
	}
}

// What was counted in between.
func (all systemCounters) counted() (numbers []int64) {
	for _, source := range all {
		for at, before := range source.before {
			numbers = append(numbers, difference(before, source.after[at]))
		}
	}
	return numbers
}
