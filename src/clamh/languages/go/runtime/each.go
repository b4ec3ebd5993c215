// A case's threads at one job, and what becomes of a failure in one of them.
package clamh

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

const patience = 2 * time.Second // for an invocation that is told to stop

type job struct {
	open     *benchmarkCase
	doing    func(*thread)
	measured bool
	lock     sync.Mutex
	first    *failure
	back     []bool
}

// With a part of the thread's stack left out, which lives until it is done.
//
//go:noinline
func further(frames int, doing func(*thread), own *thread) {
	var leftOut [frame - 40]byte // and what every call takes: where to return to, its arguments
	runtime.KeepAlive(Pointer(&leftOut))
	if frames > 0 {
		further(frames-1, doing, own)
	} else {
		doing(own)
	}
	runtime.KeepAlive(Pointer(&leftOut))
}

// Each thread does its part; raises the first failure, which names the thread when there are several.
func (open *benchmarkCase) each(doing func(*thread)) { open.eachOf(doing, false) }

// As each, of what is measured: when one thread fails, the others are let go.
func (open *benchmarkCase) eachMeasured(doing func(*thread)) { open.eachOf(doing, true) }

func (open *benchmarkCase) eachOf(doing func(*thread), measured bool) {
	if open.team == nil {
		if len(open.threads) > 0 {
			further(open.threads[0].frames, doing, open.threads[0])
		}
		return
	}
	if measured {
		turns, cpus := len(open.threads), open.team.cpus()
		if cpus > 0 {
			turns = (turns + cpus - 1) / cpus
		}
		open.meeting.begin(turns)
	}
	one := &job{open: open, doing: doing, measured: measured, back: make([]bool, len(open.threads))}
	open.team.run(one.part, one.giveUp)
	if one.first != nil {
		panic(one.first)
	}
}

func (one *job) part(index int) {
	if failed := one.failing(index); failed != nil {
		failed = &failure{failed.reason, failed.where, fmt.Sprintf("thread %d: %s", index, failed.message)}
		one.lock.Lock()
		first := one.first == nil
		if first {
			one.first = failed
		}
		one.lock.Unlock()
		if first && one.measured {
			one.open.meeting.fail()
			one.open.team.hurry(patience)
		}
	}
	one.lock.Lock()
	one.back[index] = true
	one.lock.Unlock()
}

func (one *job) failing(index int) (failed *failure) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, is := thrown.(released); !is {
				failed = raised("internal", one.open.benchmark.Name, thrown)
			}
		}
	}()
	own := one.open.threads[index]
	further(own.frames, one.doing, own)
	return nil
}

// Whoever gets here last has failed, or waits for one who does not come back.
func (one *job) giveUp() {
	one.lock.Lock()
	failed := *one.first
	for at, own := range one.open.threads {
		if !one.back[at] {
			failed.message += fmt.Sprintf("; thread %d has not come back from %s since, so that nothing was torn down: let it look at "+
				"Control.StopMeasurement where it waits", at, own.function.Name)
			break
		}
	}
	lastWords(one.open, &failed)
	os.Exit(1)
}
