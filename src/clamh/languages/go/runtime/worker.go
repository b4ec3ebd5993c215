// Answers the driver's commands, one line each (protocol/README.md).
package clamh

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
)

type worker struct {
	channel
	cases   []*benchmarkCase
	invoked bool
}

const (
	mostInvocations  = 1 << 60
	mostSamplesAsked = 10_000_000
	mostCalls        = 99 // of one `invoke`: all answers are one line
)

func (all *worker) lookup(id string) *benchmarkCase {
	for _, open := range all.cases {
		if open.id == id {
			return open
		}
	}
	return nil
}

func (all *worker) found(id string) *benchmarkCase {
	if open := all.lookup(id); open != nil {
		return open
	}
	panic(usage("no open case is called %s", id))
}

func (all *worker) measurable(id string) *benchmarkCase {
	open := all.found(id)
	if all.invoked {
		panic(usage("this process has answered `invoke` and measures nothing any more"))
	}
	return open
}

func (all *worker) inTrial(id string) *benchmarkCase {
	open := all.measurable(id)
	if !open.inTrial {
		panic(usage("the trial setup of %s has not run", id))
	}
	if open.inIteration {
		panic(usage("an iteration of slices has not ended"))
	}
	if !open.alone() {
		panic(&failure{reason: "unsupported", where: open.benchmark.Name, message: "samples of several threads are taken by iterate only"})
	}
	return open
}

func (all *worker) closeCase(closed *benchmarkCase) {
	all.cases = slices.DeleteFunc(all.cases, func(open *benchmarkCase) bool { return open == closed })
	closed.close()
}

// A command that was merely wrong leaves the case as it was; after anything else the case is torn down and closed.
func (all *worker) giveUp(id string, failed *failure) {
	if open := all.lookup(id); open != nil && failed.reason != "usage" && failed.reason != "unsupported" {
		open.abandon()
		all.closeCase(open)
	}
	all.fail(id, failed)
}

func (all *worker) fail(id string, failed *failure) {
	made := newEvent("failed")
	if id != "" {
		made.text("case", id)
	}
	message := failed.message[:min(len(failed.message), 1<<16)]
	all.write(made.text("reason", failed.reason).text("where", failed.where).text("message", message))
}

func number(text string, least, most uint64) uint64 {
	if value, is := wholeNumber(text, most); is && value >= least {
		return value
	}
	panic(usage("%q is no whole number in range", text))
}

func countFields(fields []string, wanted int) {
	if len(fields) != wanted {
		panic(usage("%s takes %d fields, not %d", fields[0], wanted-1, len(fields)-1))
	}
}

func (all *worker) open(fields []string) {
	if len(fields) < 2 || fields[1] == "" {
		panic(usage("open needs an id"))
	}
	if all.lookup(fields[1]) != nil {
		panic(usage("case %s is open already", fields[1]))
	}
	asked := &opening{fields[1], map[string]string{}, map[string]string{}}
	for _, field := range fields[2:] { // unknown fields are ignored, as the protocol says
		key, value, is := strings.Cut(field, "=") // a param's own name may hold no `=`, its value may
		if !is {
			panic(usage("%q is no KEY=VALUE", field))
		}
		if param, is := strings.CutPrefix(key, "p:"); is {
			asked.params[param] = value
		} else {
			asked.fields[key] = value
		}
	}
	made := openCase(asked)
	all.cases = append(all.cases, made)
	told := newEvent("opened").text("case", made.id).begin("layout", '{').natural("seed", made.layoutSeed)
	told.number("stack", int64(made.threads[0].frames)*frame).begin("offsets", '{')
	for _, state := range made.needs.states {
		if instances := made.instances(state); len(instances) > 0 {
			told.natural(state.Name, instances[0].offset)
		}
	}
	told.end('}').begin("addresses", '{')
	for _, state := range made.needs.states {
		told.begin(state.Name, '[')
		for _, one := range made.instances(state) {
			told.text("", fmt.Sprintf("%#x", uintptr(one.object)))
		}
		told.end(']')
	}
	told.end('}').end('}').begin("warnings", '[').end(']').text("collector", collector).number("processors", int64(processors))
	if ownThreadID() > 0 {
		told.numbers("threads", made.threadIDs())
	}
	if unsliced := made.unsliced(); unsliced != "" {
		told.text("unsliced", unsliced)
	}
	all.write(told.boolean("samples", made.samples()).boolean("invoke", made.invokable()))
}

func isWarmup(phase string) bool {
	if phase != "warmup" && phase != "measurement" {
		panic(usage("no phase is called %s", phase))
	}
	return phase == "warmup"
}

func (all *worker) iterate(fields []string) {
	countFields(fields, 7)
	open := all.measurable(fields[1])
	warmup := isWarmup(fields[2])
	timeNs, count := number(fields[3], 0, mostInvocations), number(fields[4], 0, mostInvocations)
	first, last := number(fields[5], 0, 1) == 1, number(fields[6], 0, 1) == 1
	if (timeNs > 0) == (count > 0) {
		panic(usage("exactly one of time and count must be above 0"))
	}
	batch := open.batch
	if warmup {
		batch = open.warmupBatch
	}
	if count > mostInvocations/uint64(batch) {
		panic(usage("count × batch is too large"))
	}
	if open.mode == "ss" && timeNs > 0 {
		panic(usage("mode ss is measured by count, not by time"))
	}
	if first && open.inTrial {
		panic(usage("the trial has begun already"))
	}
	if open.inIteration {
		panic(usage("an iteration of slices has not ended"))
	}
	if !first && !open.inTrial {
		panic(usage("the first iterate of a trial needs FIRST = 1"))
	}
	open.warmup = warmup
	open.iterate(first, last, int64(timeNs), count)
	all.write(open.iterated())
}

func (all *worker) slice(fields []string) {
	countFields(fields, 7)
	open := all.measurable(fields[1])
	warmup := isWarmup(fields[2])
	warmin, count := number(fields[3], 0, mostInvocations), number(fields[4], 1, mostInvocations)
	begin, end := int(number(fields[5], withNothing, withTrial)), int(number(fields[6], withNothing, withTrial))
	if unsliced := open.unsliced(); unsliced != "" {
		panic(usage("%s cannot be sliced: %s", open.id, unsliced))
	}
	due := withTrial
	if open.inIteration {
		due = withNothing
	} else if open.inTrial {
		due = withIteration
	}
	if begin != due {
		panic(usage("BEGIN is %d and not %d", begin, due))
	}
	open.warmup = warmup
	open.measure(begin, end, func(own *thread) iteration { return measureSlice(own, warmin, count) })
	all.write(open.sliced())
}

func (all *worker) samples(fields []string) {
	countFields(fields, 4)
	open := all.inTrial(fields[1])
	own := open.threads[0]
	count := number(fields[2], 1, mostInvocations)
	elapsed := make([]int64, number(fields[3], 0, mostSamplesAsked))
	objects := own.objects(open.benchmark)
	defer open.collect(true)()
	own.call(func() {
		for at := range elapsed {
			elapsed[at] = measureSample(own, objects, count)
		}
	})
	parts(len(elapsed), func(from, to int, part int64, last bool) {
		all.write(newEvent("samples").text("case", open.id).natural("invocations", count).numbers("sample_ns", elapsed[from:to]).
			number("part", part).boolean("last", last))
	})
}

func (all *worker) invoke(fields []string) {
	calls := uint64(1)
	if len(fields) == 3 {
		calls = number(fields[2], 1, mostCalls)
	} else {
		countFields(fields, 2)
	}
	open := all.found(fields[1])
	if open.inTrial && !open.invokable() {
		panic(usage("invoke needs a case of one thread without Control, or one that has not begun its trial"))
	}
	all.invoked = true
	all.write(open.invoke(calls))
}

func (all *worker) finish(fields []string, closing bool) {
	countFields(fields, 2)
	open := all.found(fields[1])
	if !closing && !open.inTrial {
		panic(usage("the trial setup of %s has not run", open.id))
	}
	if open.inTrial {
		if open.inIteration {
			open.endIteration()
		}
		open.endTrial()
		open.forget()
	}
	if closing {
		all.closeCase(open)
		all.write(newEvent("closed").text("case", open.id))
	} else {
		all.write(newEvent("drained").text("case", open.id).number("extra_operations", 0))
	}
}

func (all *worker) answer(fields []string) {
	switch fields[0] {
	case "describe":
		all.describe()
	case "open":
		all.open(fields)
	case "iterate":
		all.iterate(fields)
	case "samples":
		all.samples(fields)
	case "slice":
		all.slice(fields)
	case "invoke":
		all.invoke(fields)
	case "drain":
		all.finish(fields, false)
	case "close":
		all.finish(fields, true)
	default:
		panic(&failure{reason: "unsupported", message: "no command is called " + fields[0]})
	}
}

// Reads commands from one descriptor and writes events to the other until it is told to exit.
func serve(in, out int) int {
	syscall.CloseOnExec(in)
	syscall.CloseOnExec(out)
	os.Unsetenv("CLAMH_IN") // a benchmark that starts another artifact starts one that runs by itself
	os.Unsetenv("CLAMH_OUT")
	all := &worker{channel: channel{in: in, out: out}}
	if !chooseClock() {
		all.fail("", &failure{reason: "usage", where: "CLAMH_CLOCK", message: "must be counted:NS with NS above 0"})
		return 2
	}
	asked := ""
	lastWords = func(open *benchmarkCase, failed *failure) {
		if open != nil {
			asked = open.id
		}
		all.fail(asked, failed)
	}
	for {
		text, read := all.read()
		if read == readEnd {
			os.Exit(0)
		}
		asked = ""
		var fields []string
		failed := caught(func() {
			if read == readTooLong {
				panic(usage("a line is longer than 1 MiB"))
			}
			decoded, is := decode(text)
			if !is {
				panic(usage("a percent escape is malformed"))
			}
			fields = decoded
			if len(fields) > 1 {
				asked = fields[1]
			}
			if fields[0] != "exit" {
				all.answer(fields)
			}
		})
		if failed != nil {
			all.giveUp(asked, failed)
		} else if fields[0] == "exit" {
			break
		}
	}
	for len(all.cases) > 0 {
		all.closeCase(all.cases[0])
	}
	all.write(newEvent("bye"))
	return 0
}
