// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
package clamh

import (
	"os"
	"runtime"
)

var beforeExit = func() {} // of profile.go, in builds that `clamh profile` makes

// Main is the worker.
func Main() {
	runtime.LockOSThread() // this thread reads the commands, and measures cases of one thread
	processors = runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(processors) // else Go changes it when the driver binds threads
	benchmarks = append(benchmarks, &benchmark{name: floor.Name, functions: []*Function{floor}})
	if in := os.Getenv("CLAMH_IN"); in != "" {
		code := serve(int(natural(in)), int(natural(os.Getenv("CLAMH_OUT"))))
		beforeExit()
		os.Exit(code)
	}
	if len(os.Args) > 1 && os.Args[1] == "--solo" {
		os.Exit(runSolo(os.Args[2:]))
	}
	os.Exit(startDriver(os.Args[1:]))
}
