//go:build !linux

// What system_linux.go does, for systems without its calls, such as macOS.
package clamh

import (
	"runtime"
	"time"
)

func (number *cell) sleep(whileItIs, ns int64) {
	if number.get() == whileItIs {
		time.Sleep(min(time.Duration(ns), 100*time.Microsecond))
	}
}

func (number *cell) wake() {}

func makeWay() { runtime.Gosched() }

func ownThreadID() int64 { return -1 }

func delayNs(int) int64 { return -1 }

func cpusOf([]int64) int { return runtime.NumCPU() }
