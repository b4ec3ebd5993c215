// The catalog, as events.
package clamh

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

const maxThreads = 1024 // whose results fit into one line

var verbs = []string{"describe", "open", "iterate", "slice", "samples", "invoke", "drain", "close", "exit"}

// After a thread has waited in a system call, Go's sysmon looks at it every 20 µs for some milliseconds, and less and less often after that.
const settleNs = 10_000_000

// What of the process's surroundings changes how Go runs.
func runtimeText() string {
	text := fmt.Sprintf("%s %s/%s, GOMAXPROCS=%d", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	for _, name := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG"} {
		if value, set := os.LookupEnv(name); set {
			text += fmt.Sprintf(", %s=%s", name, value)
		}
	}
	return text
}

func (pipes *channel) describeWorker() {
	made := newEvent("hello").number("protocol", 1).text("language", "go").text("platform", Built.ID)
	version := Built.Version
	if version == "" {
		version = strings.TrimPrefix(runtime.Version(), "go")
	}
	made.begin("toolchain", '{').text("name", "go").text("version", version).texts("flags", Built.Flags)
	made.boolean("optimised", Built.Optimised).end('}').text("runtime", runtimeText()).begin("clocks", '[')
	for _, one := range clocksTried {
		made.begin("", '{').text("name", one.name).number("step_ns", one.stepNs).number("cost_ns", one.costNs)
		made.boolean("taken", one.taken).end('}')
	}
	made.end(']').begin("capabilities", '{').text("cases", "many").texts("modes", modes).texts("gc", []string{"true", "off"})
	made.texts("commands", verbs).number("max_threads", maxThreads).text("floor", floorName).boolean("thread_ids", ownThreadID() > 0)
	made.number("settle_ns", settleNs)
	made.end('}').begin("sources", '{')
	for _, source := range registered.sources {
		made.text(source.Path, source.SHA256)
	}
	pipes.write(made.end('}').number("pid", int64(os.Getpid())))
}

func (made *event) param(one *Param) {
	made.begin("", '{').text("name", one.Name).text("type", one.Type.Name)
	if one.Type.Name == "integer" {
		made.number("minimum", one.Type.Minimum).natural("maximum", one.Type.Maximum)
	} else {
		made.raw("minimum", "null").raw("maximum", "null")
	}
	made.texts("values", one.Values).texts("constants", one.Type.Constants).number("line", int64(one.Line)).end('}')
}

func (pipes *channel) describeState(class *Class) {
	made := newEvent("state").text("name", class.Name).text("scope", class.Scope).begin("params", '[')
	for _, one := range registry().params {
		if one.owner == class {
			made.param(one)
		}
	}
	made.end(']').begin("fixtures", '[')
	for _, fixture := range registry().fixtures {
		if ownerOf(fixture) == class {
			made.begin("", '{').text("kind", fixture.Kind).text("level", fixture.Level).text("name", fixture.Name).end('}')
		}
	}
	pipes.write(made.end(']').raw("forecast", class.Forecast))
}

func (made *event) states(function *Function) {
	made.begin("states", '[')
	for _, class := range registry().needs(function).states {
		made.text("", class.Name)
	}
	made.end(']')
}

func (pipes *channel) describeBenchmark(function *Function) {
	made := newEvent("benchmark").text("name", function.Name)
	made.states(function)
	made.raw("settings", function.Settings).text("baseline", function.Baseline).text("path", function.Path)
	made.number("line", int64(function.Line)).raw("forecast", function.Forecast)
	if function.Repeat == nil {
		made.begin("members", '[')
		for _, member := range registry().membersOf(function) {
			made.begin("", '{').text("name", member.Member).number("threads", int64(member.Threads))
			made.states(member)
			made.text("path", member.Path).number("line", int64(member.Line)).end('}')
		}
		made.end(']')
	}
	pipes.write(made)
}

func (pipes *channel) describe() {
	pipes.describeWorker()
	for _, class := range registry().states {
		pipes.describeState(class)
	}
	for _, function := range registry().benchmarks {
		pipes.describeBenchmark(function)
	}
	pipes.write(newEvent("described").natural("benchmarks", uint64(len(registry().benchmarks))).natural("states", uint64(len(registry().states))))
}
