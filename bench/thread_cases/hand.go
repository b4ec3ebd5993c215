// The same with goroutines as a careful person writes them; nothing of CLAMH is in here. `hand NAME THREADS`; of each line of
// standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, as hand.cpp and for its reason. Each goroutine is locked to a thread of the system, and what is computed goes to a
// variable of its thread, which the compiler must store each time.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"
)

const chunkNs = 100 * time.Microsecond // between two readings of the clock

type thread struct {
	_     [128]byte // nothing else in its granule
	count int64
	kept  int64
	_     [128]byte
}

type line struct {
	_       [128]byte
	threads atomic.Int64
	_       [128]byte
}

var everyone, running, over line

//go:noinline
func empty(_ *thread, passes uint64) {
	for ; passes > 0; passes-- {
	}
}

//go:noinline
func own(one *thread, passes uint64) {
	for ; passes > 0; passes-- {
		one.count++
		one.kept = one.count
	}
}

//go:noinline
func shared(one *thread, passes uint64) {
	for ; passes > 0; passes-- {
		one.kept = everyone.threads.Add(1)
	}
}

func measured(loop func(*thread, uint64), one *thread, threads int64, length time.Duration) float64 {
	chunk := uint64(1)
	for took := time.Duration(0); took < chunkNs; {
		chunk *= 2
		begun := time.Now()
		loop(one, chunk)
		took = time.Since(begun)
	}
	running.threads.Add(1)
	for running.threads.Load() < threads {
		loop(one, chunk)
	}
	passes := uint64(0)
	begun := time.Now()
	ended := time.Duration(0)
	for ; ended < length; ended = time.Since(begun) {
		loop(one, chunk)
		passes += chunk
	}
	over.threads.Add(1)
	for over.threads.Load() < threads {
		loop(one, chunk)
	}
	return float64(ended) / float64(passes)
}

func main() {
	loop := map[string]func(*thread, uint64){"empty": empty, "own": own, "shared": shared}[os.Args[1]]
	threads, _ := strconv.Atoi(os.Args[2])
	found := make(chan float64)
	each := make([]chan time.Duration, threads)
	for at := range each {
		each[at] = make(chan time.Duration)
		go func() {
			runtime.LockOSThread()
			one := new(thread)
			for length := range each[at] {
				found <- measured(loop, one, int64(threads), length)
			}
		}()
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		length, _ := strconv.ParseInt(lines.Text(), 10, 64)
		running.threads.Store(0)
		over.threads.Store(0)
		for _, one := range each {
			one <- time.Duration(length)
		}
		sum := 0.0
		for range each {
			sum += <-found
		}
		fmt.Printf("%.6f\n", sum/float64(threads))
	}
}
