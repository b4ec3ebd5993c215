// What only the system knows or does: on Linux all of it.
package clamh

import (
	"math"
	"math/bits"
	"strings"
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

// The calling thread's /proc/thread-self/schedstat, to be kept open: opening it takes ten times as long as reading it.
func openSchedstat() int {
	descriptor, err := syscall.Open("/proc/thread-self/schedstat", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return descriptor
}

// In ns; -1 where the kernel does not count it (it then writes zeros, also for the time on a CPU). A raw call: Go's scheduler would take
// the thread's processor away while it lasts.
func delayNs(schedstat int) int64 {
	var text [96]byte
	size, _, failed := syscall.RawSyscall6(syscall.SYS_PREAD64, uintptr(schedstat), uintptr(unsafe.Pointer(&text)), unsafe.Sizeof(text), 0, 0, 0)
	if failed != 0 {
		return -1
	}
	onCPU, rest, _ := strings.Cut(string(text[:size]), " ")
	delay, _, _ := strings.Cut(rest, " ")
	onCPUNs, _ := wholeNumber(onCPU, math.MaxInt64)
	waitedNs, known := wholeNumber(delay, math.MaxInt64)
	if !known || onCPUNs == 0 {
		return -1
	}
	return int64(waitedNs)
}

// Of the calling thread, whose schedstat this is.
func ownScheduling(schedstat int) scheduling {
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
