// Run without a driver: one case in this very process, or the guide's command line handed to clamh.
package clamh

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const soloUsage = `usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...
              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
`

// One case, as the source and then the command line say it.
type solo struct {
	opening
	benchmark *Function
	needs     needs
	settings  map[string]any // what the source says
}

func refuse(format string, values ...any) { panic(usage(format, values...)) }

// "200ms"; a bare number is seconds, as in the guide and in JMH.
func duration(flag, text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	unit := text[digits:]
	if unit == "" {
		unit = "s"
	}
	length := unitsNs[unit]
	if length > 0 {
		if number, is := wholeNumber(text[:digits], uint64(1_000_000_000_000_000_000/length)); is && number > 0 {
			return strconv.FormatUint(number*uint64(length), 10)
		}
	}
	refuse("%s %s: not a time such as 200ms, 1s, 2m", flag, text)
	return ""
}

// What a setting of the source says, as text; a list's first.
func (one *solo) setting(key, otherwise string) string {
	value := one.settings[key]
	if list, is := value.([]any); is && len(list) > 0 {
		value = list[0]
	}
	switch said := value.(type) {
	case string:
		return said
	case float64:
		return strconv.FormatFloat(said, 'f', -1, 64)
	}
	return otherwise
}

// A name may be given short: as the whole, or as what follows a dot of it.
func named(full, given string) bool { return full == given || strings.HasSuffix(full, "."+given) }

func listedNames(names []string) string { return "\n  " + strings.Join(names, "\n  ") }

func allBenchmarks() (names []string) {
	for _, one := range registry().benchmarks {
		names = append(names, one.Name)
	}
	return names
}

func chosen(name string) *Function {
	var found []*Function
	var names []string
	for _, one := range registry().benchmarks {
		if one.Name == name {
			return one
		}
		if named(one.Name, name) {
			found, names = append(found, one), append(names, one.Name)
		}
	}
	if len(found) == 0 {
		refuse("no benchmark is called %s; there are:%s", name, listedNames(allBenchmarks()))
	} else if len(found) > 1 {
		refuse("more than one benchmark is called %s:%s", name, listedNames(names))
	}
	return found[0]
}

func (one *solo) applyParam(text string) {
	name, value, is := strings.Cut(text, "=")
	var found, all []string
	for _, param := range one.needs.params {
		all = append(all, param.Name)
		if is && named(param.Name, name) {
			found = append(found, param.Name)
		}
	}
	switch {
	case len(found) == 1:
		one.params[found[0]] = value
	case len(all) == 0:
		refuse("-p %s: not one of its params; it has none", text)
	case len(found) == 0:
		refuse("-p %s: not one of its params; it has:%s", text, listedNames(all))
	default:
		refuse("-p %s: several params are called that; it has:%s", text, listedNames(all))
	}
}

// Params of ParamRows that -p leaves out: they are those of the first row that has what it gives, as in a run.
func (one *solo) completeRows() {
	for _, param := range one.needs.params {
		if _, given := one.params[param.Name]; given || param.Column == nil {
			continue
		}
		rows, found := "", false
		for row := range param.Column {
			fits := true
			rows += "\n "
			for _, other := range one.needs.params {
				if other.owner != param.owner || other.Column == nil {
					continue
				}
				rows += fmt.Sprintf(" %s=%s", other.Name, other.Column[row])
				if value, given := one.params[other.Name]; given && value != other.Column[row] {
					fits = false
				}
			}
			if fits {
				one.params[param.Name], found = param.Column[row], true
				break
			}
		}
		if !found {
			refuse("no row has what -p gives, and it does not give %s; there are:%s", param.Name, rows)
		}
	}
}

func (one *solo) apply(flag, value string) {
	switch flag {
	case "-p":
		one.applyParam(value)
	case "-wi", "-i":
		if number, is := wholeNumber(value, 1_000_000); !is || (flag == "-i" && number == 0) {
			refuse("%s %s: not a number of iterations", flag, value)
		}
		one.fields[flag[1:]] = value
	case "-bm":
		one.fields["mode"] = value // openCase checks it, as the next ones
	case "-bs":
		one.fields["batch"], one.fields["wbatch"] = value, value
	case "-tg":
		one.fields["tg"] = value
	case "-t":
		one.fields["threads"] = value
	case "-w", "-r":
		one.fields[flag[1:]] = duration(flag, value)
	default:
		refuse("--solo does not know %s", flag)
	}
}

// As many threads as are asked for, of a group as whole groups.
func (one *solo) completeThreads() {
	asked, cpus := one.fields["threads"], cpusOf([]int64{0})
	switch asked {
	case "max", "-1":
		asked = strconv.Itoa(cpus)
	case "half_max", "-2":
		asked = strconv.Itoa((cpus + 1) / 2)
	}
	threads, is := wholeNumber(asked, maxThreads)
	if !is || threads == 0 {
		refuse("-t %s: no number of threads from 1 to %d, nor max or half_max", asked, maxThreads)
	}
	if one.benchmark.Repeat == nil {
		each := uint64(0)
		for _, member := range registry().membersOf(one.benchmark) {
			each += uint64(member.Threads)
		}
		if shares, given := one.fields["tg"]; given {
			each = 0
			for _, share := range strings.Split(shares, ",") {
				number, _ := wholeNumber(share, maxThreads)
				each += number
			}
		}
		if each > 0 { // openCase says what is wrong with others
			threads = (threads + each - 1) / each * each
		}
	}
	one.fields["threads"] = strconv.FormatUint(threads, 10)
}

func newSolo(arguments []string) *solo {
	if len(arguments) == 0 {
		refuse("--solo needs the name of a benchmark; there are:%s", listedNames(allBenchmarks()))
	}
	one := &solo{benchmark: chosen(arguments[0])}
	one.id, one.params = "solo", map[string]string{}
	one.needs = registry().needs(one.benchmark)
	if err := json.Unmarshal([]byte(one.benchmark.Settings), &one.settings); err != nil {
		panic(err)
	}
	one.fields = map[string]string{"benchmark": one.benchmark.Name, "mode": one.setting("modes", "avgt"), "threads": one.setting("threads", "1"),
		"opi": one.setting("operations_per_invocation", "1"), "batch": one.setting("measurement_batch_size", "1"),
		"wbatch": one.setting("warmup_batch_size", "1")}
	for _, param := range one.needs.params {
		if len(param.Values) > 0 {
			one.params[param.Name] = param.Values[0]
		}
	}
	for at := 1; at < len(arguments); at += 2 {
		if at+1 == len(arguments) {
			refuse("%s needs a value", arguments[at])
		}
		one.apply(arguments[at], arguments[at+1])
	}
	one.completeRows()
	one.completeThreads()
	one.complete()
	return one
}

// What the source says, where the command line did not.
func (one *solo) complete() {
	warmups, iterations, unit := "5", "5", "ns"
	if one.fields["mode"] == "ss" {
		warmups, iterations = "0", "1"
	}
	if one.fields["mode"] == "thrpt" {
		unit = "s"
	}
	for _, field := range [][3]string{{"wi", "warmup_iterations", warmups}, {"i", "measurement_iterations", iterations},
		{"w", "warmup_time_ns", "300000000"}, {"r", "measurement_time_ns", "200000000"}, {"tu", "time_unit", unit}} {
		if _, given := one.fields[field[0]]; !given {
			one.fields[field[0]] = one.setting(field[1], field[2])
		}
	}
	if unitsNs[one.fields["tu"]] == 0 {
		one.fields["tu"] = unit
	}
}

var modesSaid = map[string]string{"avgt": "Average time, time/op", "thrpt": "Throughput, ops/time", "sample": "Sampling time",
	"ss": "Single shot invocation time", "wall": "Wall time, time/op"}

func (open *benchmarkCase) sayPhase(name string, iterations, ns, batch int64) {
	text := "<none>"
	if iterations > 0 && open.mode == "ss" {
		text = fmt.Sprintf("%d iteration%s, single-shot each", iterations, plural(int(iterations)))
	} else if iterations > 0 {
		text = fmt.Sprintf("%d iteration%s, %g s each", iterations, plural(int(iterations)), float64(ns)/1e9)
	}
	if iterations > 0 && batch > 1 {
		text += fmt.Sprintf(", %d calls per op", batch)
	}
	fmt.Printf("%s: %s\n", name, text)
}

func (open *benchmarkCase) say() {
	fmt.Printf("Benchmark: %s\nBenchmark mode: %s\n", open.benchmark.Name, modesSaid[open.mode])
	open.sayThreads()
	open.sayPhase("Warmup", open.plan.warmupIterations, open.plan.warmupNs, open.warmupBatch)
	if strings.Contains(open.benchmark.Settings, `"auto_warmup":true`) && open.mode != "ss" {
		fmt.Println("AutoWarmup: left out; clamh run warms up until steady")
	}
	open.sayPhase("Measurement", open.plan.measurementIterations, open.plan.measurementNs, open.batch)
	params := make([]string, len(open.values))
	for at, value := range open.values {
		params[at] = value.param.Name + " = " + value.text
	}
	if len(params) > 0 {
		fmt.Printf("Parameters: (%s)\n", strings.Join(params, ", "))
	}
	fmt.Println()
}

func (open *benchmarkCase) runSolo() {
	plan := &open.plan
	total := plan.warmupIterations + plan.measurementIterations
	var scores []float64
	for at := int64(0); at < total; at++ {
		open.warmup = at < plan.warmupIterations
		timeNs, batches, index, what := plan.measurementNs, uint64(0), at-plan.warmupIterations+1, ""
		if open.warmup {
			timeNs, index, what = plan.warmupNs, at+1, "warmup "
		}
		if open.mode == "ss" {
			timeNs, batches = 0, 1
		}
		open.iterate(at == 0, at == total-1, timeNs, batches)
		fmt.Printf("Benchmark %s, %siteration %d: %s\n", open.benchmark.Name, what, index, open.scores())
		if !open.warmup {
			scores = append(scores, score(open.threads))
		}
	}
	fmt.Print(resultText(open.benchmark.Name, scores, open.scoreUnit()))
}

func complain(_ *benchmarkCase, failed *failure) {
	where := ""
	if failed.where != "" {
		where = " in " + failed.where
	}
	fmt.Fprintf(os.Stderr, "%s%s: %s\n", failed.reason, where, failed.message)
}

// After --solo.
func runSolo(arguments []string) int {
	lastWords = complain
	var one *solo
	if failed := caught(func() { one = newSolo(arguments) }); failed != nil {
		fmt.Fprintf(os.Stderr, "%s\n%s", failed.message, soloUsage)
		return 2
	}
	if !chooseClock() {
		fmt.Fprintf(os.Stderr, "CLAMH_CLOCK must be counted:NS with NS above 0\n%s", soloUsage)
		return 2
	}
	var open *benchmarkCase
	failed := caught(func() {
		open = openCase(&one.opening)
		open.say()
		open.runSolo()
	})
	if failed == nil {
		return 0
	}
	if open != nil {
		open.abandon()
	}
	complain(open, failed)
	if failed.reason == "usage" {
		return 2
	}
	return 1
}

// The clamh that published this artifact, which it wrote behind it; "" where none did.
func builder(own string) string {
	file, err := os.Open(own)
	if err != nil {
		return ""
	}
	defer file.Close()
	end := make([]byte, 8192)
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return ""
	}
	read, _ := file.ReadAt(end, max(0, size-int64(len(end))))
	before, program, found := strings.Cut(string(end[max(0, strings.LastIndex(string(end[:read]), "\n//clamh=")):read]), "\n//clamh=")
	if !found || before != "" || !strings.HasSuffix(program, "\n") {
		return ""
	}
	return strings.TrimSuffix(program, "\n")
}

// Everything else: clamh has the command line.
func handOver(arguments []string) int {
	own, err := os.Executable()
	if err != nil {
		own = os.Args[0]
	}
	words := append([]string{"clamh", "run", "--artifact", "go:" + own}, arguments...)
	var places []string
	builtBy := builder(own)
	if builtBy != "" {
		places = append(places, builtBy)
	}
	if found, err := exec.LookPath("clamh"); err == nil {
		places = append(places, found)
	}
	if home := os.Getenv("CLAMH_HOME"); home != "" {
		places = append(places, filepath.Join(home, "bin/clamh"), filepath.Join(home, ".venv/bin/clamh"))
	}
	for _, place := range places {
		syscall.Exec(place, words, os.Environ()) // comes back only when it could not
	}
	fmt.Fprintln(os.Stderr, "clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).")
	if builtBy != "" {
		fmt.Fprintf(os.Stderr, "%s, which built this, is not there any more: build it again with `clamh build`.\n", builtBy)
	}
	fmt.Fprintf(os.Stderr, "Without it: %s --solo NAME [-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]\n", own)
	fmt.Fprintf(os.Stderr, "with one of these as NAME:%s\n", listedNames(allBenchmarks()))
	return 2
}
