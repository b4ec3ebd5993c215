// What only the system knows or does: on Linux all of it.
package clamh

import (
	"math/bits"
	"syscall"
	"unsafe"
)

const (
	futexWait, futexWake = 128, 129 // of this process only
	rusageThread         = 1
)

// Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing. The system compares 32 bits;
// amd64 and arm64 have the lower ones first.
func (one *cell) sleep(whileItIs, ns int64) {
	limit := syscall.NsecToTimespec(ns)
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&one.value)), futexWait, uintptr(uint32(whileItIs)),
		uintptr(unsafe.Pointer(&limit)), 0, 0)
}

func (one *cell) wake() {
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&one.value)), futexWake, 1<<30, 0, 0, 0)
}

func makeWay() { syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }

func ownThreadID() int64 { return int64(syscall.Gettid()) }

func ownSwitches() switches {
	var used syscall.Rusage
	if syscall.Getrusage(rusageThread, &used) != nil {
		return switches{-1, -1}
	}
	return switches{int64(used.Nvcsw), int64(used.Nivcsw)}
}

type cpuSet [128]uint64

func (set *cpuSet) count() (all int) {
	for _, word := range set {
		all += bits.OnesCount64(word)
	}
	return all
}

// On how many CPUs these threads may run, together (0: the calling one); 0 where the system does not say.
func cpusOf(threads []int64) int {
	var all, one cpuSet
	for _, id := range threads {
		one = cpuSet{}
		_, _, failed := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, uintptr(id), unsafe.Sizeof(one), uintptr(unsafe.Pointer(&one)))
		if failed != 0 {
			return 0
		}
		for at, word := range one {
			all[at] |= word
		}
	}
	return all.count()
}

// False when it is not open.
func closeOnExec(descriptor int) bool {
	_, _, failed := syscall.Syscall(syscall.SYS_FCNTL, uintptr(descriptor), syscall.F_SETFD, syscall.FD_CLOEXEC)
	return failed == 0
}
