// The worker and the catalog, as events.
package clamh

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
)

const (
	maxThreads = 1024
	// After a thread has waited in a system call, Go's sysmon looks at it every 20 µs for some milliseconds, and less
	// and less often after.
	settleNs = 10_000_000
)

var modes = []string{"avgt", "thrpt", "sample", "ss", "wall"}

// What of the process's surroundings changes how Go runs.
func describeRuntime() string {
	text := fmt.Sprintf("%s %s/%s, GOMAXPROCS=%d", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	for _, name := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG"} {
		if value, set := os.LookupEnv(name); set {
			text += fmt.Sprintf(", %s=%s", name, value)
		}
	}
	return text
}

func (all *worker) describe() {
	clocks, files, types := []members{}, members{}, []string{}
	for _, tried := range clocksTried {
		clocks = append(clocks, members{"name", tried.name, "step_ns", tried.stepNs, "cost_ns", tried.costNs,
			"taken", tried.taken})
	}
	for _, source := range Described.Sources {
		files = append(files, source.Path, source.SHA256)
	}
	version := cmp.Or(Built.Version, strings.TrimPrefix(runtime.Version(), "go"))
	all.write("hello", "protocol", 2, "language", "go", "platform", Built.ID,
		"toolchain", members{"name", "go", "version", version, "flags", Built.Flags, "optimised", Built.Optimised},
		"runtime", describeRuntime(), "clocks", clocks,
		"capabilities", members{"cases", "many", "modes", modes,
			"commands", []string{"describe", "open", "iterate", "slice", "samples", "invoke", "close", "exit"},
			"max_threads", maxThreads, "floor", len(benchmarks) - 1, "gc", []string{"true", "off"}, "thread_ids", true,
			"slice_unit", "invocations", "settle_ns", settleNs, "counters", true,
			"counts", append([]string{"rusage"}, allocationNumbers...)},
		"sources", files, "pid", os.Getpid())
	for _, param := range params {
		types = append(types, fmt.Sprintf(`"type":"@%d"`, param.number), param.members)
	}
	compiled := strings.NewReplacer(types...)
	for _, entry := range Described.Entries {
		all.writeLine([]byte(compiled.Replace(entry)))
	}
	all.write("described", "states", len(states), "fixtures", len(fixtures), "benchmarks", len(benchmarks)-1)
}
