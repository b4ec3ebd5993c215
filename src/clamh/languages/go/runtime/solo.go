// Run without a driver: the commands for one case, executed in this very process, or the guide's command line handed
// to clamh.
package clamh

import (
	"cmp"
	"fmt"
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

// `clamh submit --solo` writes all times in ns.
const soloTime = `[1-9]\d{0,15}ns|[1-9]\d{0,5}(us|ms|s|m|min|h|d)?`

// By option the field of `open` that it sets, and what its value looks like.
var soloOptions = map[string][2]string{
	"bm": {"mode", `avgt|thrpt|sample|ss|wall`},
	"bs": {"batch", `[1-9]\d{0,14}`},
	"t":  {"threads", `[1-9]\d{0,2}|10[01]\d|102[0-4]|max|half_max`},
	"tg": {"tg", `\d{1,3}(,\d{1,3})*`},
	"wi": {"wi", `\d{1,6}`},
	"i":  {"i", `[1-9]\d{0,5}`},
	"w":  {"w", soloTime},
	"r":  {"r", soloTime},
}

// A case, as the source and then the command line describe it.
type solo struct {
	line   string            // the command `open`; of a field that stands there twice, the last counts
	fields map[string]string // what it says
	params map[int]string    // what -p gives, by number
}

func (run *solo) set(field, value string) {
	run.line += "\t" + field + "=" + value
	run.fields[field] = value
}

func refuse(format string, values ...any) {
	panic(&failure{reason: "usage", message: fmt.Sprintf(format, values...)})
}

// Such as "200ms"; a bare number is seconds, as in the guide and in JMH.
func durationNs(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return strconv.FormatInt(natural(text[:digits])*unitsNs[cmp.Or(text[digits:], "s")], 10)
}

// The place of the name that is this one, or of those that end with it after a dot.
func findNames(names []string, name string) (found []int) {
	if at := slices.Index(names, name); at >= 0 {
		return []int{at}
	}
	for at, full := range names {
		if strings.HasSuffix(full, "."+name) {
			found = append(found, at)
		}
	}
	return found
}

func listNames(names []string) (text string) {
	for _, name := range names {
		text += "\n  " + name
	}
	return text
}

func benchmarkNames() (names []string) {
	for _, benchmark := range benchmarks[:len(benchmarks)-1] {
		names = append(names, benchmark.name)
	}
	return names
}

func (run *solo) applyParam(opening Opening, text string) {
	var names []string
	var numbers []int
	for _, rows := range opening.Rows {
		for _, value := range rows[0] {
			names, numbers = append(names, params[value.Param].name), append(numbers, value.Param)
		}
	}
	name, value, given := strings.Cut(text, "=")
	found := findNames(names, name)
	if len(found) != 1 || !given {
		refuse("-p %s: not PARAM=VALUE with one of its params; it has:%s", text, cmp.Or(listNames(names), " none"))
	}
	run.params[numbers[found[0]]] = value
}

// Params that -p leaves out have the values of the first row that has what -p gives, as in a run.
func (run *solo) completeParams(opening Opening) {
	for _, rows := range opening.Rows {
		texts := ""
		at := slices.IndexFunc(rows, func(row []Value) bool {
			texts += "\n "
			fits := true
			for _, value := range row {
				given, is := run.params[value.Param]
				fits = fits && (!is || given == value.Text)
				texts += fmt.Sprintf(" %s=%s", params[value.Param].name, value.Text)
			}
			return fits
		})
		for _, value := range rows[max(at, 0)] {
			text, given := run.params[value.Param]
			if !given && at < 0 {
				refuse("no row has what -p gives, and it does not give %s; there are:%s", params[value.Param].name, texts)
			} else if !given {
				text = value.Text
			}
			run.set("p", fmt.Sprintf("%d:%s", value.Param, url.PathEscape(text)))
		}
	}
}

// As many threads as are asked for, of a group as whole groups.
func (run *solo) completeThreads(functions int) {
	cpus, inGroup := cpusOf([]int64{0}), 1
	half := max(cpus/2, 1)
	text := run.fields["threads"]
	threads, counted := map[string]int{"max": cpus, "-1": cpus, "half_max": half, "-2": half}[text]
	if !counted {
		threads = int(natural(text))
	}
	shares, group := run.fields["tg"]
	if group {
		inGroup = 0
		for _, share := range naturals(shares) {
			inGroup += share
		}
		if inGroup == 0 || strings.Count(shares, ",")+1 != functions {
			refuse("-tg %s: not the numbers of threads of the %d functions", shares, functions)
		}
	}
	run.set("threads", strconv.Itoa((threads+inGroup-1)/inGroup*inGroup))
	waits := "0"
	if run.fields["threads"] != "1" && (group || strings.Contains(run.fields["injected"], "Control")) {
		waits = "1"
	}
	run.set("waits", waits)
}

func readArguments(arguments []string) *solo {
	if len(arguments) == 0 {
		refuse("--solo needs the name of a benchmark; there are:%s", listNames(benchmarkNames()))
	}
	found := findNames(benchmarkNames(), arguments[0])
	if len(found) != 1 {
		refuse("%d benchmarks are called %s; there are:%s", len(found), arguments[0], listNames(benchmarkNames()))
	}
	opening := Described.Openings[found[0]]
	run := &solo{line: "open\tsolo\tseed=0\tlayout=static\tgc=false\tforks=0\twforks=0\tto=0\t" + opening.Fields,
		fields: map[string]string{}, params: map[int]string{}}
	for _, field := range strings.Split(opening.Fields, "\t") {
		key, value, _ := strings.Cut(field, "=")
		run.fields[key] = value
	}
	for at := 1; at < len(arguments); at += 2 {
		name := strings.TrimPrefix(arguments[at], "-")
		option, known := soloOptions[name]
		if !known && name != "p" || name == "tg" && run.fields["tg"] == "" {
			refuse("--solo does not know %s", arguments[at])
		} else if at+1 == len(arguments) {
			refuse("%s needs a value", arguments[at])
		}
		value := arguments[at+1]
		if name == "p" {
			run.applyParam(opening, value)
		} else if !regexp.MustCompile("^(" + option[1] + ")$").MatchString(value) {
			refuse("-%s %s: not such a value as the usage says", name, value)
		} else if name == "w" || name == "r" {
			value = durationNs(value)
		}
		if known {
			run.set(option[0], value)
		}
	}
	run.completeParams(opening)
	run.completeThreads(len(benchmarks[found[0]].functions))
	warmups, iterations, unit := "5", "5", "ns"
	if run.fields["mode"] == "ss" {
		warmups, iterations = "0", "1"
	} else if run.fields["mode"] == "thrpt" {
		unit = "s"
	}
	for field, value := range map[string]string{"wi": warmups, "i": iterations, "tu": unit} {
		run.set(field, cmp.Or(run.fields[field], value))
	}
	return run
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
	all := &worker{cases: map[string]*benchmarkCase{}}
	if failed = all.execute(run.line); failed == nil {
		open := all.cases["solo"]
		open.print(run.fields["auto"] != "", run.fields["bounded"] != "")
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
		phase, title, params := "measurement", fmt.Sprintf("iteration %d", at-warmups+1), &open.params.measurement
		if at < warmups {
			phase, title, params = "warmup", fmt.Sprintf("warmup iteration %d", at+1), &open.params.warmup
		}
		timeNs, batches, flags := params.timeNs, 0, map[bool]int{true: 1}
		if open.mode == "ss" {
			timeNs, batches = 0, 1
		}
		line := fmt.Sprintf("iterate\tsolo\t%s\t%d\t%d\t%d\t%d", phase, timeNs, batches, flags[at == 0], flags[at == total-1])
		if failed := all.execute(line); failed != nil {
			return failed
		}
		fmt.Printf("Benchmark %s, %s: %s\n", open.benchmark.name, title, open.scores())
		if at >= warmups {
			scores = append(scores, open.score(open.threads))
		}
	}
	if err := open.printResult(scores); err != nil {
		return &failure{reason: "results are missing", message: err.Error()}
	}
	return nil
}

func printFailure(failed *failure) {
	where := ""
	if failed.where != "" {
		where = " in " + failed.where
	}
	if failed.thread != nil {
		where += fmt.Sprintf(" in thread %d", failed.thread)
	}
	fmt.Fprintf(os.Stderr, "%s%s: %s\n", failed.reason, where, failed.message)
}

// The clamh that published this artifact, which it wrote behind it; "" where none did.
func builder(own string) string {
	text, _ := os.ReadFile(own)
	found := regexp.MustCompile(`\n//clamh=(.*)\n$`).FindSubmatch(text)
	if found == nil {
		return ""
	}
	return string(found[1])
}

// Every other command line is clamh's.
func startDriver(arguments []string) int {
	own, err := os.Executable()
	if err != nil {
		own = os.Args[0]
	}
	words := append([]string{"clamh", "run", "--artifact", "go:" + own}, arguments...)
	builtBy := builder(own)
	places := []string{builtBy}
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
	fmt.Fprintf(os.Stderr, "Without it: %s --solo NAME [-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] "+
		"[-wi N] [-w TIME] [-i N] [-r TIME]\n", own)
	fmt.Fprintf(os.Stderr, "with one of these as NAME:%s\n", listNames(benchmarkNames()))
	return 2
}
