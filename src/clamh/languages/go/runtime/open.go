// Checking what a case is asked to be, and making it.
package clamh

import (
	"math"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type opening struct { // what `open` or the command line asks for, as texts
	id     string
	fields map[string]string
	params map[string]string // by full name
}

func wholeNumber(text string, most uint64) (uint64, bool) {
	value, err := strconv.ParseUint(text, 10, 64)
	return value, err == nil && value <= most && !strings.HasPrefix(text, "+")
}

// A number that a field gives, or `otherwise` where it is missing.
func (asked *opening) number(field, otherwise string, least, most uint64) uint64 {
	text := asked.text(field, otherwise)
	if value, is := wholeNumber(text, most); is && value >= least {
		return value
	}
	panic(usage("%s=%s is no whole number from %d to %d", field, text, least, most))
}

func (asked *opening) text(field, otherwise string) string {
	if text, is := asked.fields[field]; is {
		return text
	}
	return otherwise
}

func shortName(full string) string { return full[strings.LastIndexByte(full, '.')+1:] }

var modeNames = map[string]string{"avgt": "AverageTime", "thrpt": "Throughput", "sample": "SampleTime", "ss": "SingleShotTime",
	"wall": "WallTime"}

// As java.net.URLEncoder writes it, which JMH uses here.
func encoded(text string) string {
	return strings.NewReplacer("~", "%7E", "%2A", "*").Replace(url.QueryEscape(text))
}

func benchmarkCalled(name string) *Function {
	if name == floorName {
		return theFloor
	}
	for _, one := range registry().benchmarks {
		if one.Name == name {
			return one
		}
	}
	panic(usage("no benchmark is called %s", name))
}

// How many threads of one group run each of these functions.
func (asked *opening) shares(called []*Function, group bool) (all []int) {
	name := asked.fields["benchmark"]
	text, given := asked.fields["tg"]
	if given && !group {
		panic(usage("tg=%s, but %s is no group", text, name))
	}
	if given {
		for _, share := range strings.Split(text, ",") {
			one := opening{fields: map[string]string{"tg": share}}
			all = append(all, int(one.number("tg", "", 0, maxThreads)))
		}
	} else {
		for _, one := range called {
			if group {
				all = append(all, one.Threads)
			} else {
				all = append(all, 1)
			}
		}
	}
	if len(all) != len(called) {
		panic(usage("tg=%s has %d numbers, but %s has %d members", text, len(all), name, len(called)))
	}
	threads, each := int(asked.number("threads", "1", 1, maxThreads)), 0
	for _, share := range all {
		each += share
	}
	if each == 0 || threads%each != 0 {
		panic(usage("threads=%d is no multiple of the %d threads of one group", threads, each))
	}
	return all
}

func openCase(asked *opening) *benchmarkCase {
	const many = 1 << 62
	made := &benchmarkCase{id: asked.id, benchmark: benchmarkCalled(asked.fields["benchmark"]), mode: asked.text("mode", "avgt"),
		gc: asked.text("gc", "false")}
	if !slices.Contains(modes, made.mode) {
		panic(usage("mode %s is none of %s", made.mode, strings.Join(modes, ", ")))
	}
	if !slices.Contains([]string{"true", "false", "off"}, made.gc) {
		panic(usage("gc=%s is none of true, false, off", made.gc))
	}
	made.batch = int64(asked.number("batch", "1", 1, many))
	made.opi = int64(asked.number("opi", "1", 1, many))
	made.warmupBatch = int64(asked.number("wbatch", strconv.FormatInt(made.batch, 10), 1, many))
	made.seed = asked.number("seed", "0", 0, math.MaxUint64)
	made.layoutSeed = asked.number("lseed", strconv.FormatUint(made.seed, 10), 0, math.MaxUint64)
	switch layout := asked.text("layout", "random"); layout {
	case "random":
	case "static":
		made.layoutSeed = 0
	default:
		panic(usage("layout=%s is neither random nor static", layout))
	}
	if made.benchmark != theFloor {
		made.needs = registry().needs(made.benchmark)
	}
	made.takeParams(asked)
	if made.mode == "sample" && slices.Contains(made.needs.injected, injectedClasses[-1-TakesOperations]) {
		panic(&failure{reason: "unsupported", where: made.benchmark.Name,
			message: "a benchmark that takes Operations cannot be run in mode sample: an invocation has no one number of operations"})
	}
	told := func(field string) int64 { return int64(asked.number(field, "0", 0, many)) } // what may be missing, and is only told on
	made.plan = plan{asked.text("tu", "ns"), told("forks"), told("wforks"), told("wi"), told("w"), told("i"), told("r"), told("to")}
	called, group := []*Function{made.benchmark}, made.benchmark.Repeat == nil
	if group {
		called = registry().membersOf(made.benchmark)
	}
	shares := asked.shares(called, group)
	made.reserve(deal(int(asked.number("threads", "1", 1, maxThreads)), shares), called)
	return made
}

func (made *benchmarkCase) takeParams(asked *opening) {
	known := map[string]bool{}
	for _, param := range made.needs.params {
		value, given := asked.params[param.Name]
		if !given {
			panic(usage("param %s is not given", param.Name))
		}
		if !param.Assign(nil, value) {
			panic(usage("param %s is of type %s and cannot be %q", param.Name, param.Type.Name, value))
		}
		known[param.Name] = true
		made.values = append(made.values, paramValue{param, value})
	}
	for name := range asked.params {
		if !known[name] {
			panic(usage("no state of %s has a param %s", made.benchmark.Name, name))
		}
	}
	sorted := slices.Clone(made.values)
	sort.SliceStable(sorted, func(a, b int) bool { return shortName(sorted[a].param.Name) < shortName(sorted[b].param.Name) })
	made.identity = encoded(made.benchmark.Name) + "-" + modeNames[made.mode]
	for _, one := range sorted {
		key := shortName(one.param.Name)
		made.keys, made.fullNames = append(made.keys, key), append(made.fullNames, one.param.Name)
		made.texts = append(made.texts, one.text)
		made.identity += "-" + encoded(key) + "-" + encoded(one.text)
	}
}
