//go:build clamh_profile

// Writes a CPU profile of the whole process to CLAMH_PROFILE. Only `clamh profile` builds with this tag, so that measured builds do not
// contain the profiler.
package clamh

import (
	"fmt"
	"os"
	"runtime/pprof"
)

func init() {
	path := os.Getenv("CLAMH_PROFILE")
	if path == "" {
		return
	}
	file, err := os.Create(path)
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "CLAMH_PROFILE:", err)
		os.Exit(2)
	}
	beforeExit = func() {
		pprof.StopCPUProfile()
		file.Close()
	}
}
