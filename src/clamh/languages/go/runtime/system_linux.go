// What only Linux does for threads: sleep until a number changes, make way, and know their CPUs and delays.
package clamh

import (
	"bytes"
	"math/bits"
	"strconv"
	"syscall"
	"unsafe"
)

const futexWait, futexWake = 128, 129 // of this process only

// Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing. The system
// compares 32 bits; amd64 and arm64 have the lower ones first.
func (number *cell) sleep(whileItIs, ns int64) {
	limit := syscall.NsecToTimespec(ns)
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&number.value)), futexWait, uintptr(uint32(whileItIs)),
		uintptr(unsafe.Pointer(&limit)), 0, 0)
}

func (number *cell) wake() {
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&number.value)), futexWake, 1<<30, 0, 0, 0)
}

func makeWay() { syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }

func ownThreadID() int64 { return int64(syscall.Gettid()) }

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
