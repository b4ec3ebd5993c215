// Answers the driver's commands, one line each (protocol/README.md).
package clamh

import (
	"bufio"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"
)

type worker struct {
	channel
	cases map[string]*benchmarkCase
	id    string // of the case that the last command names
}

func (all *worker) fail(failed *failure) {
	message := failed.message[:min(len(failed.message), 1<<16)]
	all.write("failed", "case", unless("", all.id), "thread", failed.thread, "reason", failed.reason, "where", failed.where,
		"message", message)
}

// A command that cannot be executed leaves the case as it was; after any other failure the case is torn down and
// closed.
func (all *worker) execute(line string) (failed *failure) {
	var command func()
	all.id = ""
	if failed = caught(func() { command = all.read(decode(line)) }); failed != nil {
		return &failure{reason: "malformed", message: "malformed command"}
	}
	if failed = caught(command); failed != nil && failed.reason != "unsupported" {
		open := all.cases[all.id]
		open.abandon()
		all.close(open)
	}
	return failed
}

// Panics: a command at the wrong time could not be executed.
func require(possible bool) {
	if !possible {
		panic("a command at the wrong time")
	}
}

// What the fields say, as what is done then. Whatever is missing or wrong panics, also a case that is not open.
func (all *worker) read(fields []string) func() {
	if len(fields) > 1 {
		all.id = fields[1]
	}
	open := all.cases[all.id]
	switch fields[0] {
	case "describe":
		return all.describe
	case "open":
		require(open == nil)
		open = readCase(fields[1], fields[2:])
		return func() {
			all.cases[open.id] = open
			if !open.alone() {
				all.provideProcs()
			}
			open.start()
			all.write("opened", open.describe()...)
		}
	case "iterate":
		timeNs, count := natural(fields[3]), uint64(natural(fields[4]))
		begin, end := withIteration+int(natural(fields[5])), withIteration+int(natural(fields[6]))
		require(begin == open.due())
		return func() {
			open.warmup = fields[2] == "warmup"
			open.measure(begin, end, func(own *thread) result { return measure(own, timeNs, count) })
			for number, own := range open.threads {
				all.writeSamples(open, number, own.result.sampleNs)
			}
			all.write("iteration", open.describeResults()...)
		}
	case "slice":
		warmin, count := uint64(natural(fields[3])), uint64(natural(fields[4]))
		begin, end := int(natural(fields[5])), int(natural(fields[6]))
		require(begin == open.due() && open.unsliced() == "")
		return func() {
			open.warmup = fields[2] == "warmup"
			open.measure(begin, end, func(own *thread) result { return measureSlice(own, warmin, count) })
			all.write("slice", open.describeResults()...)
		}
	case "samples":
		count, sampleNs := uint64(natural(fields[2])), make([]int64, natural(fields[3]))
		require(open.due() == withIteration && open.alone())
		return func() {
			open.takeSamples(count, sampleNs)
			all.writeSamples(open, 0, sampleNs)
		}
	case "invoke":
		calls := int(natural(fields[2]))
		require(open.due() == withTrial || open.alone() && !open.group && !open.control)
		return func() { all.invoke(open, calls) }
	case "close":
		require(open != nil)
		return func() {
			open.finish()
			all.close(open)
			all.write("closed", "case", open.id)
		}
	}
	return func() { panic(&failure{reason: "unsupported", message: "there is no command " + fields[0]}) }
}

func (all *worker) close(open *benchmarkCase) {
	delete(all.cases, open.id)
	open.close()
	if !open.alone() {
		all.provideProcs()
	}
}

// In parts of as many numbers as an event may have.
func (all *worker) writeSamples(open *benchmarkCase, thread int, sampleNs []int64) {
	for len(sampleNs) > 0 {
		part := sampleNs[:min(1<<16, len(sampleNs))]
		sampleNs = sampleNs[len(part):]
		all.write("samples", "case", open.id, "thread", thread, "sample_ns", part, "last", len(sampleNs) == 0)
	}
}

// In parts of so many bytes, each of which may become an escape of six. A text that does not fit is cut between two
// characters.
func (all *worker) writeValues(open *benchmarkCase, call int, kind string, number int, texts []string) {
	const most = 1 << 17
	part, left := []string{}, most
	write := func(more bool) {
		all.write("value", "case", open.id, "call", call, "kind", kind, "number", number, "texts", part, "more", more)
		part, left = nil, most
	}
	for _, text := range texts {
		for len(text) > left {
			cut := left
			for cut > max(left-utf8.UTFMax, 0) && !utf8.RuneStart(text[cut]) {
				cut--
			}
			part, text = append(part, text[:cut]), text[cut:]
			write(true)
		}
		part = append(part, text)
		left = max(left-len(text)-1, 0)
	}
	if len(part) > 0 {
		write(false)
	}
}

// Reads commands from one descriptor and writes events to the other until `exit`.
func serve(in, out int) int {
	syscall.CloseOnExec(in)
	syscall.CloseOnExec(out)
	os.Unsetenv("CLAMH_IN") // a benchmark that starts another artifact starts one that runs by itself
	os.Unsetenv("CLAMH_OUT")
	chooseCounters()
	pipes := channel{bufio.NewReader(os.NewFile(uintptr(in), "commands")), os.NewFile(uintptr(out), "events")}
	all := &worker{channel: pipes, cases: map[string]*benchmarkCase{}}
	if !chooseClock() {
		all.fail(&failure{reason: "malformed", where: "CLAMH_CLOCK", message: "must be counted:NS with NS above 0"})
		return 2
	}
	reportLast = all.fail
	for {
		line, err := all.in.ReadString('\n')
		if err != nil {
			return 0 // the driver is gone
		}
		if line = strings.TrimSuffix(line, "\n"); line == "exit" {
			all.write("bye")
			return 0
		}
		if failed := all.execute(line); failed != nil {
			all.fail(failed)
		}
	}
}
