// Why a command cannot be executed, as the protocol's `failed` has it. Failures travel as panics, as user code's own
// do.
package clamh

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

type failure struct {
	reason, where, message string
	thread                 any // its number, nil unless there are several
}

// Raised in a thread that cannot go on since another one failed, whose failure is reported.
type released struct{}

const mostFrames = 8

var generated = regexp.MustCompile(`^clamh\d*_`) // stubs stand in the user's files

// What was raised: itself when it is a failure, else user code's, with the lines of the user's files that led there.
// To be called while the panic's stack still stands.
func raised(reason, where string, thrown any) *failure {
	if failed, ours := thrown.(*failure); ours {
		return failed
	}
	callers := make([]uintptr, 256)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	message := fmt.Sprint(thrown) // which calls Error or String, and survives it when that panics
	for shown := 0; shown < mostFrames; {
		frame, more := frames.Next()
		_, name, _ := strings.Cut(frame.Function[strings.LastIndexByte(frame.Function, '/')+1:], ".") // without its package
		file := slices.IndexFunc(Described.Sources, func(source Source) bool { return source.Absolute == frame.File })
		if file >= 0 && !generated.MatchString(name) {
			message += fmt.Sprintf("\n    at %s (%s:%d)", name, Described.Sources[file].Path, frame.Line)
			shown++
		}
		if !more {
			break
		}
	}
	return &failure{reason: reason, where: where, message: message}
}

// Reports a failure after which the process has to end: a thread never comes back from the benchmark.
var reportLast func(*failure)

// Runs user code; what it raises becomes a failure.
func attempt(reason, where string, body func()) {
	finished := false
	defer func() {
		thrown := recover()
		if finished {
			return
		}
		if _, is := thrown.(released); is {
			panic(thrown)
		}
		if thrown == nil { // nothing stops a goroutine that ends itself
			message := "it called runtime.Goexit, which ends the thread that measures"
			reportLast(&failure{reason: reason, where: where, message: message})
			os.Exit(1)
		}
		panic(raised(reason, where, thrown))
	}()
	body()
	finished = true
}

// What body raises, or nil; also where it was released.
func caught(body func()) (failed *failure) {
	defer func() {
		thrown := recover()
		if _, is := thrown.(released); thrown != nil && !is {
			failed = raised("internal", "", thrown)
		}
	}()
	body()
	return nil
}
