// What a command cannot do, as the protocol's `failed` says it. Failures travel as panics, as user code's own do.
package clamh

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
)

type failure struct{ reason, where, message string }

// Raised in a thread that cannot go on since another one failed: that one's failure is told.
type released struct{}

// A command that is wrong in itself.
func usage(format string, values ...any) *failure {
	return &failure{reason: "usage", message: fmt.Sprintf(format, values...)}
}

const mostFrames = 8

var generated = regexp.MustCompile(`^clamh\d*_`) // stubs stand in the user's files

// What was raised: itself when it is a failure, else user code's, with the lines of the user's files that led there. To be called
// while the panic's stack still stands.
func raised(reason, where string, thrown any) *failure {
	if failed, ours := thrown.(*failure); ours {
		return failed
	}
	callers := make([]uintptr, 256)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	message := fmt.Sprint(thrown) // which calls Error or String, and survives it when that panics
	for told := 0; told < mostFrames; {
		frame, more := frames.Next()
		_, name, _ := strings.Cut(frame.Function[strings.LastIndexByte(frame.Function, '/')+1:], ".") // without its package
		if shown, own := registered.files[frame.File]; own && !generated.MatchString(name) {
			message += fmt.Sprintf("\n    at %s (%s:%d)", name, shown, frame.Line)
			told++
		}
		if !more {
			break
		}
	}
	return &failure{reason: reason, where: where, message: message}
}

// Deferred around user code, which sets `finished` where it came to its end: what it raised becomes a failure.
func translate(reason, where string, finished *bool) {
	thrown := recover()
	if *finished {
		return
	}
	if _, is := thrown.(released); is {
		panic(thrown)
	}
	if thrown == nil { // nothing stops a goroutine that ends itself
		failed := &failure{reason: reason, where: where, message: "it called runtime.Goexit, which ends the thread that measures"}
		lastWords(nil, failed)
		os.Exit(1)
	}
	panic(raised(reason, where, thrown))
}

// Who writes what is told when the process has to end: a thread never comes back from the benchmark.
var lastWords func(open *benchmarkCase, failed *failure)

// What body raises, or nil.
func caught(body func()) (failed *failure) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, is := thrown.(released); is {
				panic(thrown)
			}
			failed = raised("internal", "", thrown)
		}
	}()
	body()
	return nil
}
