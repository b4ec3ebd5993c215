// What Linux says of a thread: context switches, waiting for a CPU, and on which CPUs it may run.
package clamh

import (
	"bytes"
	"math/bits"
	"strconv"
	"syscall"
	"unsafe"
)

func ownThreadID() int64 { return int64(syscall.Gettid()) }

// What the system has counted for a thread so far; -1 where it does not say.
type scheduling struct {
	voluntary, involuntary int64 // context switches
	waitedNs               int64 // run queue delay: it was ready to run, and other threads had the CPU
}

func (after scheduling) since(before scheduling) scheduling {
	return scheduling{difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary),
		difference(before.waitedNs, after.waitedNs)}
}

func difference(before, after int64) int64 {
	if before < 0 || after < 0 {
		return -1
	}
	return after - before
}

// The calling thread's /proc/thread-self/schedstat, to be kept open: opening it takes ten times as long as reading it.
func openSchedstat() int {
	descriptor, err := syscall.Open("/proc/thread-self/schedstat", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return descriptor
}

// In ns; -1 where the kernel does not count it (it then writes zeros, also for the time on a CPU). A raw call: Go's
// scheduler would take the thread's processor away while it lasts.
func delayNs(schedstat int) int64 {
	var text [96]byte
	size, _, failed := syscall.RawSyscall6(syscall.SYS_PREAD64, uintptr(schedstat), uintptr(unsafe.Pointer(&text)),
		unsafe.Sizeof(text), 0, 0, 0)
	if failed != 0 {
		return -1
	}
	onCPU, rest, _ := bytes.Cut(text[:size], []byte(" "))
	delay, _, _ := bytes.Cut(rest, []byte(" "))
	waitedNs, err := strconv.ParseInt(string(delay), 10, 64)
	if err != nil || string(onCPU) == "0" {
		return -1
	}
	return waitedNs
}

// Of the calling thread, whose schedstat this is.
func ownScheduling(schedstat int) scheduling {
	const rusageThread = 1
	now := scheduling{-1, -1, -1}
	if !theClock.counted { // a fake clock knows no waiting
		now.waitedNs = delayNs(schedstat)
	}
	var used syscall.Rusage
	if syscall.Getrusage(rusageThread, &used) == nil {
		now.voluntary, now.involuntary = int64(used.Nvcsw), int64(used.Nivcsw)
	}
	return now
}

// On how many CPUs these threads may run, together (0: the calling one); 0 where the system does not say.
func cpusOf(threads []int64) (cpus int) {
	var united, set [128]uint64
	for _, id := range threads {
		_, _, failed := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, uintptr(id), unsafe.Sizeof(set),
			uintptr(unsafe.Pointer(&set)))
		if failed != 0 {
			return 0
		}
		for at, word := range set {
			united[at] |= word
		}
	}
	for _, word := range united {
		cpus += bits.OnesCount64(word)
	}
	return cpus
}
