// A case's threads: goroutines, each locked to a thread of the system, that do their parts of one job side by side.
package clamh

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

const patience = 2 * time.Second // for an invocation that should stop

type threadPool struct {
	open    *benchmarkCase
	threads []int64         // the system's numbers
	jobs    []chan struct{} // of each thread
	busy    sync.WaitGroup  // those that are at a job
	ended   sync.WaitGroup

	work     func(*thread)
	measured bool
	lock     sync.Mutex
	first    *failure
	timer    *time.Timer // runs after a failure
	back     []bool
}

// Each thread of a pool must be able to run Go code while all others do, or the scheduler would stop one for another.
// Several cases may be open: closing one takes nothing from the others.
func (all *worker) provideProcs() {
	wanted := processors
	for _, open := range all.cases {
		wanted = max(wanted, len(open.threads))
	}
	runtime.GOMAXPROCS(wanted)
}

// The caller's thread is the first.
func newThreadPool(open *benchmarkCase) *threadPool {
	size := len(open.threads)
	pool := &threadPool{open: open, threads: make([]int64, size), jobs: make([]chan struct{}, size),
		back: make([]bool, size)}
	pool.threads[0] = ownThreadID()
	pool.busy.Add(size - 1)
	pool.ended.Add(size - 1)
	for index := 1; index < size; index++ {
		pool.jobs[index] = make(chan struct{})
		go pool.live(index)
	}
	pool.busy.Wait()
	return pool
}

func (pool *threadPool) end() {
	for _, jobs := range pool.jobs[1:] {
		close(jobs)
	}
	pool.ended.Wait()
}

func (pool *threadPool) live(index int) {
	defer pool.ended.Done()
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	pool.threads[index] = ownThreadID()
	pool.busy.Done()
	for range pool.jobs[index] {
		pool.part(index)
		pool.busy.Done()
	}
}

// This thread's part of the job; raises nothing.
func (pool *threadPool) part(index int) {
	own := pool.open.threads[index]
	failed := caught(func() { further(own.frames, pool.work, own) })
	pool.lock.Lock()
	defer pool.lock.Unlock()
	pool.back[index] = true
	if failed != nil && pool.first == nil {
		pool.first = &failure{failed.reason, failed.where, failed.message, own.place.thread}
		if pool.measured {
			pool.open.meeting.fail()
			pool.timer = time.AfterFunc(patience, pool.giveUp)
		}
	}
}

// A thread has failed, and another one does not come back.
func (pool *threadPool) giveUp() {
	pool.lock.Lock()
	defer pool.lock.Unlock()
	if lost := slices.Index(pool.back, false); lost >= 0 {
		failed := *pool.first
		failed.message += fmt.Sprintf("; thread %d has not come back from %s since, so that nothing was torn down: "+
			"let it look at Control.StopMeasurement where it waits", lost, pool.open.threads[lost].function.Name)
		reportLast(&failed)
		os.Exit(1)
	}
}

const frame = 64 // bytes of the stack that one call of further() leaves out, at least

// By how many frames further down the stack of a measuring thread its work begins: about a page at most.
func stackFrames(layoutSeed uint64, thread int) int {
	if layoutSeed == 0 {
		return 0
	}
	drawn := splitMix64{^layoutOfThread(layoutSeed, thread)} // not what states are placed by
	return int(drawn.next() % (page / frame))
}

// With a part of the thread's stack left out, which lives until it is done.
//
//go:noinline
func further(frames int, work func(*thread), own *thread) {
	var leftOut [frame - 40]byte // and what every call takes: where to return to, its arguments
	runtime.KeepAlive(Pointer(&leftOut))
	if frames > 0 {
		further(frames-1, work, own)
	} else {
		work(own)
	}
	runtime.KeepAlive(Pointer(&leftOut))
}

// Each thread does its part; raises the first failure.
func (open *benchmarkCase) each(work func(*thread)) { open.run(work, false) }

// As each, of what is measured: when one thread fails, the others are released.
func (open *benchmarkCase) eachMeasured(work func(*thread)) { open.run(work, true) }

func (open *benchmarkCase) run(work func(*thread), measured bool) {
	pool := open.pool
	if pool == nil {
		further(open.threads[0].frames, work, open.threads[0])
		return
	}
	if measured {
		cpus := max(cpusOf(pool.threads), 1) // 0 where the system does not say
		open.meeting.begin((len(open.threads) + cpus - 1) / cpus)
	}
	pool.work, pool.measured, pool.first = work, measured, nil
	clear(pool.back)
	pool.busy.Add(len(pool.threads) - 1)
	for _, jobs := range pool.jobs[1:] {
		jobs <- struct{}{}
	}
	pool.part(0)
	pool.busy.Wait()
	if pool.timer != nil {
		pool.timer.Stop()
	}
	if pool.first != nil {
		panic(pool.first)
	}
}
