// Run without a driver: the commands for one case, executed in this very process, or the guide's command line handed to clamh.
package clamh

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const soloUsage = `usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...
              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
`

// What is read of an event of the catalog.
type entry struct {
	Event     string
	Name      string
	Number    int
	Group     bool
	Functions []struct{ Threads int }
	Settings  map[string]any
	Params    []entryParam
	Rows      [][]string
}

type entryParam struct {
	Number int
	Name   string
	Values []string
}

// A case, as the source and then the command line describe it.
type solo struct {
	entry
	fixed  string            // fields of `open` that the catalog decides
	fields map[string]string // the others; `t` is what is asked for as threads
	params map[string]string // by full name
	states []entry           // of the case
}

func refuse(format string, values ...any) {
	panic(&failure{reason: "usage", message: fmt.Sprintf(format, values...)})
}

// The number of that text; anything but a number in these limits is refused.
func number(flag, text string, least, most uint64) uint64 {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil || value < least || value > most {
		refuse("%s %s: not a whole number from %d to %d", flag, text, least, most)
	}
	return value
}

// "200ms"; a bare number is seconds, as in the guide and in JMH.
func duration(flag, text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	unit := unitsNs[cmp.Or(text[digits:], "s")]
	value, err := strconv.ParseInt(text[:digits], 10, 64)
	if err != nil || unit == 0 || value < 1 || value > 1_000_000_000_000_000_000/unit {
		refuse("%s %s: not a time such as 200ms, 1s, 2m", flag, text)
	}
	return strconv.FormatInt(value*unit, 10)
}

// A setting of the source as text; a list's first.
func (run *solo) setting(key, otherwise string) string {
	value := run.Settings[key]
	if list, is := value.([]any); is && len(list) > 0 {
		value = list[0]
	}
	switch setting := value.(type) {
	case string:
		return setting
	case float64:
		return strconv.FormatFloat(setting, 'f', -1, 64)
	}
	return otherwise
}

// Those of the names that are this name, or end with it after a dot.
func named(names []string, name string) (found []string) {
	for _, full := range names {
		if full == name {
			return []string{full}
		}
		if strings.HasSuffix(full, "."+name) {
			found = append(found, full)
		}
	}
	return found
}

func listed(names []string) string { return "\n  " + strings.Join(names, "\n  ") }

func benchmarkNames() (names []string) {
	for _, benchmark := range benchmarks[:len(benchmarks)-1] {
		names = append(names, benchmark.name)
	}
	return names
}

// The benchmark of that name, the fields of `open` that the catalog decides, and the states of the case.
func chooseBenchmark(name string) *solo {
	all := benchmarkNames()
	found := named(all, name)
	if len(found) == 0 {
		refuse("no benchmark is called %s; there are:%s", name, listed(all))
	} else if len(found) > 1 {
		refuse("more than one benchmark is called %s:%s", name, listed(found))
	}
	run := &solo{fixed: Described.Openings[slices.Index(all, found[0])], fields: map[string]string{}, params: map[string]string{}}
	var used []int
	for _, field := range strings.Split(run.fixed, "\t") {
		if numbers, is := strings.CutPrefix(field, "states="); is {
			used = naturals(numbers)
		}
	}
	for _, text := range Described.Entries {
		var read entry
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			panic(err)
		}
		if read.Event == "benchmark" && read.Name == found[0] {
			run.entry = read
		} else if read.Event == "state" && slices.Contains(used, read.Number) {
			run.states = append(run.states, read)
		}
	}
	return run
}

func (run *solo) paramNames() (names []string) {
	for _, state := range run.states {
		for _, param := range state.Params {
			names = append(names, param.Name)
		}
	}
	return names
}

func (run *solo) applyParam(text string) {
	name, value, _ := strings.Cut(text, "=")
	all := run.paramNames()
	found := named(all, name)
	switch {
	case len(all) == 0:
		refuse("-p %s: not one of its params; it has none", text)
	case len(found) == 0 || !strings.Contains(text, "="):
		refuse("-p %s: not one of its params; it has:%s", text, listed(all))
	case len(found) > 1:
		refuse("-p %s: several params are called that; it has:%s", text, listed(all))
	}
	run.params[found[0]] = value
}

// Params that -p leaves out have their first value; those of ParamRows are those of the first row that has what -p gives, as in a run.
func (run *solo) completeParams() {
	for _, state := range run.states {
		names, row := []string{}, []string(nil)
		if len(state.Rows) > 0 {
			names = state.Rows[0]
			fits := func(row []string) bool {
				return !slices.ContainsFunc(state.Params, func(param entryParam) bool {
					value, given := run.params[param.Name]
					at := slices.Index(names, shortName(param.Name))
					return given && at >= 0 && value != row[at]
				})
			}
			if at := slices.IndexFunc(state.Rows[1:], fits); at >= 0 {
				row = state.Rows[1+at]
			}
		}
		chosen := map[string]string{}
		for _, param := range state.Params {
			at := slices.Index(names, shortName(param.Name))
			if _, given := run.params[param.Name]; given {
				continue
			} else if at < 0 {
				chosen[param.Name] = param.Values[0]
			} else if row != nil {
				chosen[param.Name] = row[at]
			} else {
				refuse("no row has what -p gives, and it does not give %s; there are:%s", param.Name, state.describeRows())
			}
		}
		maps.Copy(run.params, chosen)
	}
}

func (state *entry) describeRows() (text string) {
	for _, row := range state.Rows[1:] {
		text += "\n "
		for at, name := range state.Rows[0] {
			text += fmt.Sprintf(" %s.%s=%s", state.Name, name, row[at])
		}
	}
	return text
}

func (run *solo) apply(flag, value string) {
	switch flag {
	case "-p":
		run.applyParam(value)
	case "-bm":
		if !slices.Contains(modes, value) {
			refuse("-bm %s: the modes are %s", value, strings.Join(modes, ", "))
		}
		run.fields["mode"] = value
	case "-bs":
		number(flag, value, 1, 1<<50)
		run.fields["batch"], run.fields["wbatch"] = value, value
	case "-wi", "-i":
		number(flag, value, uint64(3-len(flag)), 1_000_000)
		run.fields[flag[1:]] = value
	case "-t", "-tg":
		run.fields[flag[1:]] = value
	case "-w", "-r":
		run.fields[flag[1:]] = duration(flag, value)
	default:
		refuse("--solo does not know %s", flag)
	}
}

// As many threads as are asked for, of a group as whole groups.
func (run *solo) completeThreads() {
	cpus := cpusOf([]int64{0})
	text := run.fields["t"]
	if counted, is := map[string]int{"max": cpus, "-1": cpus, "half_max": (cpus + 1) / 2, "-2": (cpus + 1) / 2}[text]; is {
		text = strconv.Itoa(counted)
	}
	threads, inGroup := number("-t", text, 1, maxThreads), uint64(1)
	shares, given := run.fields["tg"]
	if given && !run.Group {
		refuse("-tg %s: %s is no group", shares, run.Name)
	}
	if run.Group {
		var texts []string
		for _, function := range run.Functions {
			texts = append(texts, strconv.Itoa(function.Threads))
		}
		if given && strings.Count(shares, ",")+1 != len(texts) {
			refuse("-tg %s: %s has %d functions", shares, run.Name, len(texts))
		}
		shares = cmp.Or(shares, strings.Join(texts, ","))
		run.fields["tg"], inGroup = shares, 0
		for _, share := range strings.Split(shares, ",") {
			inGroup += number("-tg", share, 0, maxThreads)
		}
		number("-tg", strconv.FormatUint(inGroup, 10), 1, maxThreads)
	}
	threads = (threads + inGroup - 1) / inGroup * inGroup
	run.fields["threads"], run.fields["waits"] = strconv.FormatUint(threads, 10), "0"
	if threads > 1 && (run.Group || strings.Contains(run.fixed, "Control")) {
		run.fields["waits"] = "1"
	}
}

// What the source says, where the command line did not.
func (run *solo) complete() {
	mode := cmp.Or(run.fields["mode"], run.setting("modes", "avgt"))
	warmups, iterations, unit := "5", "5", "ns"
	if mode == "ss" {
		warmups, iterations = "0", "1"
	}
	if mode == "thrpt" {
		unit = "s"
	}
	for _, field := range [][3]string{{"mode", "", mode}, {"t", "threads", "1"}, {"opi", "operations_per_invocation", "1"},
		{"batch", "measurement_batch_size", "1"}, {"wbatch", "warmup_batch_size", "1"}, {"wi", "warmup_iterations", warmups},
		{"i", "measurement_iterations", iterations}, {"w", "warmup_time_ns", "300000000"}, {"r", "measurement_time_ns", "200000000"},
		{"tu", "time_unit", unit}} {
		if _, given := run.fields[field[0]]; !given {
			run.fields[field[0]] = run.setting(field[1], field[2])
		}
	}
}

// The line of `open`.
func (run *solo) command() string {
	line := "open\tsolo\tseed=0\tlayout=static\tgc=false\tforks=0\twforks=0\tto=0\t" + run.fixed
	for key, value := range run.fields {
		line += "\t" + key + "=" + value
	}
	for _, state := range run.states {
		for _, param := range state.Params {
			line += fmt.Sprintf("\tp=%d:%s", param.Number, url.PathEscape(run.params[param.Name]))
		}
	}
	return line
}

func readArguments(arguments []string) *solo {
	if len(arguments) == 0 {
		refuse("--solo needs the name of a benchmark; there are:%s", listed(benchmarkNames()))
	}
	run := chooseBenchmark(arguments[0])
	for at := 1; at < len(arguments); at += 2 {
		if at+1 == len(arguments) {
			refuse("%s needs a value", arguments[at])
		}
		run.apply(arguments[at], arguments[at+1])
	}
	run.completeParams()
	run.complete()
	run.completeThreads()
	return run
}

var modeTexts = map[string]string{"avgt": "Average time, time/op", "thrpt": "Throughput, ops/time", "sample": "Sampling time",
	"ss": "Single shot invocation time", "wall": "Wall time, time/op"}

func (open *benchmarkCase) printPhase(name string, phase *IterationParams) {
	text, count := "<none>", phase.count
	if count > 0 && open.mode == "ss" {
		text = fmt.Sprintf("%d iteration%s, single-shot each", count, plural(count))
	} else if count > 0 {
		text = fmt.Sprintf("%d iteration%s, %g s each", count, plural(count), float64(phase.timeNs)/1e9)
	}
	if count > 0 && phase.batch > 1 {
		text += fmt.Sprintf(", %d calls per op", phase.batch)
	}
	fmt.Printf("%s: %s\n", name, text)
}

func (run *solo) printCase(open *benchmarkCase) {
	fmt.Printf("Benchmark: %s\nBenchmark mode: %s\n", run.Name, modeTexts[open.mode])
	open.printThreads()
	open.printPhase("Warmup", &open.params.warmup)
	if run.Settings["auto_warmup"] == true && open.mode != "ss" {
		fmt.Println("AutoWarmup: left out; clamh run warms up until steady")
	}
	open.printPhase("Measurement", &open.params.measurement)
	var params []string
	for _, value := range open.values {
		params = append(params, value.param.name+" = "+value.text)
	}
	if len(params) > 0 {
		fmt.Printf("Parameters: (%s)\n", strings.Join(params, ", "))
	}
	fmt.Println()
}

func (all *worker) runIterations(open *benchmarkCase) *failure {
	warmups, total := open.params.warmup.count, open.params.warmup.count+open.params.measurement.count
	var scores []float64
	for at := 0; at < total; at++ {
		phase, params, index, kind := "measurement", &open.params.measurement, at-warmups+1, ""
		if at < warmups {
			phase, params, index, kind = "warmup", &open.params.warmup, at+1, "warmup "
		}
		timeNs, batches, first, last := params.timeNs, 0, "0", "0"
		if open.mode == "ss" {
			timeNs, batches = 0, 1
		}
		if at == 0 {
			first = "1"
		}
		if at == total-1 {
			last = "1"
		}
		if failed := all.execute(fmt.Sprintf("iterate\tsolo\t%s\t%d\t%d\t%s\t%s", phase, timeNs, batches, first, last)); failed != nil {
			return failed
		}
		fmt.Printf("Benchmark %s, %siteration %d: %s\n", open.benchmark.name, kind, index, open.scores())
		if at >= warmups {
			scores = append(scores, score(open.threads))
		}
	}
	fmt.Print(resultText(open.benchmark.name, scores, open.scoreUnit()))
	return nil
}

func complain(failed *failure) {
	where := ""
	if failed.where != "" {
		where = " in " + failed.where
	}
	if failed.thread != nil {
		where += fmt.Sprintf(" in thread %d", *failed.thread)
	}
	fmt.Fprintf(os.Stderr, "%s%s: %s\n", failed.reason, where, failed.message)
}

// After --solo.
func runSolo(arguments []string) int {
	reportLast = complain
	var run *solo
	if failed := caught(func() { run = readArguments(arguments) }); failed != nil {
		fmt.Fprintf(os.Stderr, "%s\n%s", failed.message, soloUsage)
		return 2
	}
	if !chooseClock() {
		fmt.Fprintf(os.Stderr, "CLAMH_CLOCK must be counted:NS with NS above 0\n%s", soloUsage)
		return 2
	}
	all := newWorker(nil, -1)
	failed := all.execute(run.command())
	if failed == nil {
		open := all.cases["solo"]
		run.printCase(open)
		failed = all.runIterations(open)
	}
	if failed != nil {
		complain(failed)
		return 1
	}
	return 0
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

// Every other command line is clamh's.
func startDriver(arguments []string) int {
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
	fmt.Fprintf(os.Stderr, "with one of these as NAME:%s\n", listed(benchmarkNames()))
	return 2
}
