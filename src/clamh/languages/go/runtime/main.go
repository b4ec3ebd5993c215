// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
package clamh

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
)

var beforeExit = func() {} // of profile.go, in builds that `clamh profile` makes

// Main is the worker.
func Main() {
	runtime.LockOSThread()                    // this thread reads the commands, and measures cases of one thread
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // else Go changes it when the driver binds threads
	benchmarks = append(benchmarks, &benchmark{name: floor.Name, functions: []*Function{floor}})
	if text := os.Getenv("CLAMH_IN"); text != "" {
		in, wrongIn := strconv.Atoi(text)
		out, wrongOut := strconv.Atoi(os.Getenv("CLAMH_OUT"))
		if wrongIn != nil || wrongOut != nil {
			fmt.Fprintln(os.Stderr, "CLAMH_IN and CLAMH_OUT must be numbers of open descriptors")
			os.Exit(2)
		}
		code := serve(in, out)
		beforeExit()
		os.Exit(code)
	}
	if len(os.Args) > 1 && os.Args[1] == "--solo" {
		os.Exit(runSolo(os.Args[2:]))
	}
	os.Exit(startDriver(os.Args[1:]))
}
