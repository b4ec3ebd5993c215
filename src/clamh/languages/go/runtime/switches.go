// What the system says of a thread: context switches, and waiting for a CPU.
package clamh

import "syscall"

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
