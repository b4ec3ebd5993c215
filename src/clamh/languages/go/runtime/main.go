// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
package clamh

import (
	"fmt"
	"os"
	"runtime"
)

// Main is the worker.
func Main() {
	runtime.LockOSThread()                    // this thread reads the commands, and measures what runs alone
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // else Go changes it when the driver binds threads
	in, driven := os.LookupEnv("CLAMH_IN")
	out, told := os.LookupEnv("CLAMH_OUT")
	if driven && told {
		reading, readable := wholeNumber(in, 1<<20)
		writing, writable := wholeNumber(out, 1<<20)
		if readable && writable {
			os.Exit(serve(int(reading), int(writing)))
		}
		fmt.Fprintln(os.Stderr, "CLAMH_IN and CLAMH_OUT must be numbers of open descriptors")
		os.Exit(2)
	}
	if len(os.Args) > 1 && os.Args[1] == "--solo" {
		os.Exit(runSolo(os.Args[2:]))
	}
	os.Exit(handOver(os.Args[1:]))
}
