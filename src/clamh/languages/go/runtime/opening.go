// What `open` says of a case. Nothing is checked: what cannot be read panics.
package clamh

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type paramValue struct {
	param *param
	text  string
}

// The fixtures of one state, or of none, at one level.
type step struct {
	level             int
	state             *state // nil if its fixtures take none
	setups, teardowns []*Function
}

func natural(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return value
}

// Numbers separated by commas.
func naturals(text string) (numbers []int) {
	if text != "" {
		for _, number := range strings.Split(text, ",") {
			numbers = append(numbers, int(natural(number)))
		}
	}
	return numbers
}

func numbered[T any](table []*T, text string) (entries []*T) {
	for _, number := range naturals(text) {
		entries = append(entries, table[number])
	}
	return entries
}

var levelNumbers = map[string]int{"trial": levelTrial, "iteration": levelIteration, "invocation": levelInvocation}

func readStep(text string) step {
	parts := strings.Split(text, ":")
	read := step{level: levelNumbers[parts[0]]}
	read.setups, read.teardowns = numbered(fixtures, parts[2]), numbered(fixtures, parts[3])
	if parts[1] != "" {
		read.state = states[natural(parts[1])]
	}
	return read
}

var modeNames = map[string]string{"avgt": "AverageTime", "thrpt": "Throughput", "sample": "SampleTime",
	"ss": "SingleShotTime", "wall": "WallTime"}

// As java.net.URLEncoder writes it, which JMH uses here.
func encode(text string) string {
	return strings.NewReplacer("~", "%7E", "%2A", "*").Replace(url.QueryEscape(text))
}

func shortName(full string) string { return full[strings.LastIndexByte(full, '.')+1:] }

// A case without threads of its own yet.
func readCase(id string, fields []string) *benchmarkCase {
	open := &benchmarkCase{id: id}
	values := map[string]string{}
	for _, field := range fields {
		switch key, value, _ := strings.Cut(field, "="); key {
		case "p":
			number, text, _ := strings.Cut(value, ":")
			open.values = append(open.values, paramValue{params[natural(number)], text})
		case "uses":
			open.uses = append(open.uses, numbered(states, value))
		case "step":
			open.steps = append(open.steps, readStep(value))
		default:
			values[key] = value
		}
	}
	number := func(key string) int64 { return natural(values[key]) }
	open.benchmark = benchmarks[number("benchmark")]
	open.states, open.counters = numbered(states, values["states"]), numbered(counters, values["counters"])
	open.checks = numbered(checks, values["checks"])
	open.mode, open.gc, open.waits = values["mode"], values["gc"], values["waits"] == "1"
	open.control = strings.Contains(","+values["injected"]+",", ",Control,")
	if values["layout"] == "random" {
		open.layoutSeed = uint64(number("lseed"))
	}
	shares := []int{1}
	if text, group := values["tg"]; group {
		open.group, shares = true, naturals(text)
	}
	open.params = BenchmarkParams{benchmark: open.benchmark.name, mode: open.mode, timeUnit: values["tu"],
		threads: int(number("threads")), forks: int(number("forks")), warmupForks: int(number("wforks")),
		operations: number("opi"), timeoutNs: number("to"),
		warmup:      IterationParams{"WARMUP", int(number("wi")), number("wbatch"), number("w")},
		measurement: IterationParams{"MEASUREMENT", int(number("i")), number("batch"), number("r")},
		seed:        uint64(number("seed"))}
	open.nameParams()
	open.reserve(deal(open.params.threads, shares))
	return open
}

// What BenchmarkParams says of params, in the order of their short names.
func (open *benchmarkCase) nameParams() {
	sorted, params := append([]paramValue(nil), open.values...), &open.params
	slices.SortStableFunc(sorted, func(a, b paramValue) int {
		return strings.Compare(shortName(a.param.name), shortName(b.param.name))
	})
	params.identity = encode(open.benchmark.name) + "-" + modeNames[open.mode]
	for _, value := range sorted {
		key := shortName(value.param.name)
		params.keys, params.fullNames = append(params.keys, key), append(params.fullNames, value.param.name)
		params.values = append(params.values, value.text)
		params.identity += "-" + encode(key) + "-" + encode(value.text)
	}
}
