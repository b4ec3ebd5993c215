// Run without a driver: the commands for one case, executed in this very process, or the guide's command line handed to clamh.
package clamh

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const soloUsage = `usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...
              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]
`

// By option the fields of `open` that it sets, and what its value looks like.
var soloOptions = map[string]struct {
	fields []string
	value  *regexp.Regexp
}{
	"-bm": {[]string{"mode"}, regexp.MustCompile(`^(avgt|thrpt|sample|ss|wall)$`)},
	"-bs": {[]string{"batch", "wbatch"}, regexp.MustCompile(`^[1-9]\d{0,14}$`)},
	"-t":  {[]string{"threads"}, regexp.MustCompile(`^([1-9]\d{0,2}|10[01]\d|102[0-4]|max|half_max|-1|-2)$`)},
	"-tg": {[]string{"tg"}, regexp.MustCompile(`^\d{1,3}(,\d{1,3})*$`)},
	"-wi": {[]string{"wi"}, regexp.MustCompile(`^\d{1,6}$`)},
	"-i":  {[]string{"i"}, regexp.MustCompile(`^[1-9]\d{0,5}$`)},
	"-w":  {[]string{"w"}, regexp.MustCompile(`^0*[1-9]\d{0,5}(ns|us|ms|s|m|min|h|d)?$`)},
	"-r":  {[]string{"r"}, regexp.MustCompile(`^0*[1-9]\d{0,5}(ns|us|ms|s|m|min|h|d)?$`)},
}

type soloParam struct {
	Number int
	Name   string
	Values []string
}

// What is read of an event of the catalog.
type soloEntry struct {
	Event, Name string
	Number      int
	Group       bool
	Functions   []struct{ Threads int }
	Settings    map[string]any
	Params      []soloParam
	Rows        [][]string
}

// A case, as the source and then the command line describe it.
type solo struct {
	soloEntry
	fixed  string            // fields of `open` that the catalog decides
	fields map[string]string // the others, without params
	params map[string]string // by full name
	states []soloEntry       // of the case
}

func refuse(format string, values ...any) {
	panic(&failure{reason: "usage", message: fmt.Sprintf(format, values...)})
}

// Such as "200ms"; a bare number is seconds, as in the guide and in JMH.
func durationNs(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return strconv.FormatInt(natural(text[:digits])*unitsNs[cmp.Or(text[digits:], "s")], 10)
}

// A setting of the source as text; a list's first.
func (run *solo) setting(key, otherwise string) string {
	value := run.Settings[key]
	if list, is := value.([]any); is {
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

// The name that is this one, or those that end with it after a dot.
func findNames(names []string, name string) (found []string) {
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

func listNames(names []string) string { return "\n  " + strings.Join(names, "\n  ") }

func benchmarkNames() (names []string) {
	for _, benchmark := range benchmarks[:len(benchmarks)-1] {
		names = append(names, benchmark.name)
	}
	return names
}

func chooseBenchmark(name string) *solo {
	all := benchmarkNames()
	found := findNames(all, name)
	if len(found) == 0 {
		refuse("no benchmark is called %s; there are:%s", name, listNames(all))
	} else if len(found) > 1 {
		refuse("more than one benchmark is called %s:%s", name, listNames(found))
	}
	number := slices.Index(all, found[0])
	run := &solo{fixed: Described.Openings[number], fields: map[string]string{}, params: map[string]string{}}
	_, used, _ := strings.Cut(run.fixed, "\tstates=")
	used, _, _ = strings.Cut(used, "\t")
	for _, text := range Described.Entries {
		var entry soloEntry
		if err := json.Unmarshal([]byte(text), &entry); err != nil {
			panic(err)
		}
		if entry.Event == "benchmark" && entry.Number == number {
			run.soloEntry = entry
		} else if entry.Event == "state" && slices.Contains(naturals(used), entry.Number) {
			run.states = append(run.states, entry)
		}
	}
	return run
}

func (run *solo) applyParam(text string) {
	var all []string
	for _, state := range run.states {
		for _, param := range state.Params {
			all = append(all, param.Name)
		}
	}
	name, value, _ := strings.Cut(text, "=")
	found := findNames(all, name)
	switch {
	case len(all) == 0:
		refuse("-p %s: not one of its params; it has none", text)
	case len(found) == 0 || !strings.Contains(text, "="):
		refuse("-p %s: not one of its params; it has:%s", text, listNames(all))
	case len(found) > 1:
		refuse("-p %s: several params are called that; it has:%s", text, listNames(all))
	}
	run.params[found[0]] = value
}

// Params that -p leaves out have their first value; those of ParamRows have that of the first row that has what -p gives, as in a run.
func (run *solo) completeParams() {
	for _, state := range run.states {
		rows := [][]string{}
		column := func(param soloParam) int { return -1 }
		if len(state.Rows) > 0 {
			rows = state.Rows[1:]
			column = func(param soloParam) int { return slices.Index(state.Rows[0], param.Name) }
		}
		fitting := slices.IndexFunc(rows, func(row []string) bool {
			return !slices.ContainsFunc(state.Params, func(param soloParam) bool {
				value, given := run.params[param.Name]
				return given && column(param) >= 0 && value != row[column(param)]
			})
		})
		for _, param := range state.Params {
			if _, given := run.params[param.Name]; given {
				continue
			}
			if column(param) < 0 {
				run.params[param.Name] = param.Values[0]
			} else if fitting >= 0 {
				run.params[param.Name] = rows[fitting][column(param)]
			} else {
				refuse("no row has what -p gives, and it does not give %s; there are:\n  %v", param.Name, rows)
			}
		}
	}
}

// As many threads as are asked for, of a group as whole groups.
func (run *solo) completeThreads() {
	cpus, inGroup := cpusOf([]int64{0}), 1
	text := run.fields["threads"]
	threads, counted := map[string]int{"max": cpus, "-1": cpus, "half_max": (cpus + 1) / 2, "-2": (cpus + 1) / 2}[text]
	if !counted {
		threads = int(natural(text))
	}
	if run.Group {
		var shares []string
		for _, function := range run.Functions {
			shares = append(shares, strconv.Itoa(function.Threads))
		}
		run.fields["tg"], inGroup = cmp.Or(run.fields["tg"], strings.Join(shares, ",")), 0
		for _, share := range naturals(run.fields["tg"]) {
			inGroup += share
		}
	}
	if given := run.fields["tg"]; inGroup == 0 || given != "" && strings.Count(given, ",")+1 != len(run.Functions) || given != "" && !run.Group {
		refuse("-tg %s: not the numbers of threads of the functions of a group", given)
	}
	threads = (threads + inGroup - 1) / inGroup * inGroup
	run.fields["threads"], run.fields["waits"] = strconv.Itoa(threads), "0"
	if threads > 1 && (run.Group || strings.Contains(run.fixed, "Control")) {
		run.fields["waits"] = "1"
	}
}

func readArguments(arguments []string) *solo {
	if len(arguments) == 0 {
		refuse("--solo needs the name of a benchmark; there are:%s", listNames(benchmarkNames()))
	}
	run := chooseBenchmark(arguments[0])
	for at := 1; at < len(arguments); at += 2 {
		name := arguments[at]
		option, known := soloOptions[name]
		if !known && name != "-p" {
			refuse("--solo does not know %s", name)
		} else if at+1 == len(arguments) {
			refuse("%s needs a value", name)
		}
		value := arguments[at+1]
		if name == "-p" {
			run.applyParam(value)
		} else if !option.value.MatchString(value) {
			refuse("%s %s: not such a value as the usage says", name, value)
		} else if name == "-w" || name == "-r" {
			value = durationNs(value)
		}
		for _, field := range option.fields {
			run.fields[field] = value
		}
	}
	run.completeParams()
	run.complete()
	run.completeThreads()
	return run
}

// What the source says, where the command line did not.
func (run *solo) complete() {
	mode := cmp.Or(run.fields["mode"], run.setting("modes", "avgt"))
	warmups, iterations, unit := "5", "5", "ns"
	if mode == "ss" {
		warmups, iterations = "0", "1"
	} else if mode == "thrpt" {
		unit = "s"
	}
	for _, field := range [][3]string{{"mode", "", mode}, {"threads", "threads", "1"}, {"opi", "operations_per_invocation", "1"},
		{"batch", "measurement_batch_size", "1"}, {"wbatch", "warmup_batch_size", "1"}, {"wi", "warmup_iterations", warmups},
		{"i", "measurement_iterations", iterations}, {"w", "warmup_time_ns", "300000000"}, {"r", "measurement_time_ns", "200000000"},
		{"tu", "time_unit", unit}} {
		run.fields[field[0]] = cmp.Or(run.fields[field[0]], run.setting(field[1], field[2]))
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

// After --solo.
func runSolo(arguments []string) int {
	var run *solo
	failed := caught(func() {
		run = readArguments(arguments)
		if !chooseClock() {
			refuse("CLAMH_CLOCK must be counted:NS with NS above 0")
		}
	})
	if failed != nil {
		fmt.Fprintf(os.Stderr, "%s\n%s", failed.message, soloUsage)
		return 2
	}
	reportLast = printFailure
	all := newWorker(nil, -1)
	if failed = all.execute(run.command()); failed == nil {
		open := all.cases["solo"]
		open.print(run.Settings["auto_warmup"] == true)
		failed = all.runIterations(open)
	}
	if failed != nil {
		printFailure(failed)
		return 1
	}
	return 0
}

func (all *worker) runIterations(open *benchmarkCase) *failure {
	var scores []float64
	warmups := open.params.warmup.count
	total := warmups + open.params.measurement.count
	for at := 0; at < total; at++ {
		phase, kind, params, index := "measurement", "", &open.params.measurement, at-warmups+1
		if at < warmups {
			phase, kind, params, index = "warmup", "warmup ", &open.params.warmup, at+1
		}
		timeNs, batches, flags := params.timeNs, 0, map[bool]int{true: 1}
		if open.mode == "ss" {
			timeNs, batches = 0, 1
		}
		line := fmt.Sprintf("iterate\tsolo\t%s\t%d\t%d\t%d\t%d", phase, timeNs, batches, flags[at == 0], flags[at == total-1])
		if failed := all.execute(line); failed != nil {
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

func printFailure(failed *failure) {
	where := ""
	if failed.where != "" {
		where = " in " + failed.where
	}
	if failed.thread != nil {
		where += fmt.Sprintf(" in thread %d", *failed.thread)
	}
	fmt.Fprintf(os.Stderr, "%s%s: %s\n", failed.reason, where, failed.message)
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
	fmt.Fprintf(os.Stderr, "with one of these as NAME:%s\n", listNames(benchmarkNames()))
	return 2
}
