// The worker and the catalog, as events.
package clamh

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
)

const maxThreads = 1024

var (
	modes    = []string{"avgt", "thrpt", "sample", "ss", "wall"}
	commands = []string{"describe", "open", "iterate", "slice", "samples", "invoke", "close", "exit"}
)

// After a thread has waited in a system call, Go's sysmon looks at it every 20 µs for some milliseconds, and less and less often after that.
const settleNs = 10_000_000

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

func describeWorker() *event {
	hello := newEvent("hello").number("protocol", 2).text("language", "go").text("platform", Built.ID).begin("toolchain", '{')
	hello.text("name", "go").text("version", cmp.Or(Built.Version, strings.TrimPrefix(runtime.Version(), "go")))
	hello.texts("flags", Built.Flags).boolean("optimised", Built.Optimised).end('}')
	hello.text("runtime", describeRuntime()).begin("clocks", '[')
	for _, tried := range clocksTried {
		hello.begin("", '{').text("name", tried.name).number("step_ns", tried.stepNs).number("cost_ns", tried.costNs)
		hello.boolean("taken", tried.taken).end('}')
	}
	hello.end(']').begin("capabilities", '{').text("cases", "many").texts("modes", modes).texts("commands", commands)
	hello.number("max_threads", maxThreads).number("floor", int64(len(benchmarks)-1)).texts("gc", []string{"true", "off"})
	hello.boolean("thread_ids", true).text("slice_unit", "invocations").number("settle_ns", settleNs).boolean("counters", false)
	hello.end('}').begin("sources", '{')
	for _, source := range Described.Sources {
		hello.text(source.Path, source.SHA256)
	}
	return hello.end('}').number("pid", int64(os.Getpid()))
}

func (all *worker) describe() {
	all.write(describeWorker())
	var types []string
	for _, param := range params {
		types = append(types, fmt.Sprintf(`"type":"@%d"`, param.number), param.members)
	}
	compiled := strings.NewReplacer(types...)
	for _, entry := range Described.Entries {
		all.writeLine(compiled.Replace(entry))
	}
	all.write(newEvent("described").number("states", int64(len(states))).number("fixtures", int64(len(fixtures))).
		number("benchmarks", int64(len(benchmarks)-1)))
}
