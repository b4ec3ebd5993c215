// What `open` says of a case. Nothing is checked: what cannot be read panics.
package clamh

import (
	"slices"
	"strconv"
	"strings"
)

type paramValue struct {
	param *param
	text  string
}

func (value paramValue) key() string { return shortName(value.param.name) }

func shortName(full string) string { return full[strings.LastIndexByte(full, '.')+1:] }

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
		seed:        uint64(number("seed")), params: slices.Clone(open.values)}
	slices.SortStableFunc(open.params.params, func(a, b paramValue) int { return strings.Compare(a.key(), b.key()) })
	open.reserve(deal(open.params.threads, shares))
	return open
}
