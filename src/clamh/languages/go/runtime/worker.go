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
	cases   map[string]*benchmarkCase
	id      string // of the case that the last command names
	invoked bool   // this process measures nothing any more
}

func newWorker(in *bufio.Reader, out int) *worker {
	return &worker{channel: channel{in, out}, cases: map[string]*benchmarkCase{}}
}

func (all *worker) fail(failed *failure) {
	event := newEvent("failed")
	if all.id != "" {
		event.text("case", all.id)
	}
	event.text("reason", failed.reason).text("where", failed.where).text("message", failed.message[:min(len(failed.message), 1<<16)])
	if failed.thread != nil {
		event.number("thread", int64(*failed.thread))
	}
	all.write(event)
}

// A command that cannot be executed leaves the case as it was; after any other failure the case is torn down and closed.
func (all *worker) execute(line string) (failed *failure) {
	var command func()
	all.id = ""
	if failed = caught(func() { command = all.read(decode(line)) }); failed != nil {
		return malformed
	}
	if failed = caught(command); failed != nil && failed.reason != "unsupported" {
		if open := all.cases[all.id]; open != nil {
			open.abandon()
			all.close(open)
		}
	}
	return failed
}

// What the fields say, and how it is done. Whatever is missing or wrong panics.
func (all *worker) read(fields []string) func() {
	if len(fields) > 1 {
		all.id = fields[1]
	}
	open := all.cases[all.id]
	switch fields[0] {
	case "describe":
		return all.describe
	case "open":
		return all.readOpen(open, fields[1:])
	case "iterate":
		return all.readIterate(open, fields[2:])
	case "slice":
		return all.readSlice(open, fields[2:])
	case "samples":
		count, samples := natural(fields[2]), natural(fields[3])
		require(open.inTrial && !open.inIteration && open.alone() && !all.invoked)
		return func() { all.samples(open, uint64(count), samples) }
	case "invoke":
		calls := int(natural(fields[2]))
		require(!open.inTrial || open.alone() && !open.group && !open.control)
		return func() { all.invoke(open, calls) }
	case "close":
		require(open != nil)
		return func() {
			open.finish()
			all.close(open)
			all.write(newEvent("closed").text("case", open.id))
		}
	}
	return func() { panic(&failure{reason: "unsupported", message: "there is no command " + fields[0]}) }
}

// A command at the wrong time could not be executed.
func require(possible bool) {
	if !possible {
		panic(malformed)
	}
}

func (all *worker) readOpen(existing *benchmarkCase, fields []string) func() {
	require(existing == nil)
	open := readCase(fields[0], fields[1:])
	return func() {
		all.cases[open.id] = open
		open.start()
		all.write(open.describe())
	}
}

func (all *worker) close(open *benchmarkCase) {
	delete(all.cases, open.id)
	open.close()
}

func (all *worker) readIterate(open *benchmarkCase, fields []string) func() {
	timeNs, count, first, last := natural(fields[1]), natural(fields[2]), fields[3] == "1", fields[4] == "1"
	require(first != open.inTrial && !open.inIteration && !all.invoked)
	return func() {
		open.warmup = fields[0] == "warmup"
		begin, end := withIteration, withIteration
		if first {
			begin = withTrial
		}
		if last {
			end = withTrial
		}
		open.measure(begin, end, func(own *thread) result { return measure(own, timeNs, uint64(count)) })
		for _, own := range open.threads {
			all.writeSamples(open, own.place.thread, own.result.sampleNs)
		}
		all.write(open.describeIteration())
	}
}

func (all *worker) readSlice(open *benchmarkCase, fields []string) func() {
	warmin, count, begin, end := natural(fields[1]), natural(fields[2]), int(natural(fields[3])), int(natural(fields[4]))
	due := withTrial
	if open.inIteration {
		due = withNothing
	} else if open.inTrial {
		due = withIteration
	}
	require(begin == due && open.unsliced() == "" && !all.invoked)
	return func() {
		open.warmup = fields[0] == "warmup"
		open.measure(begin, end, func(own *thread) result { return measureSlice(own, uint64(warmin), uint64(count)) })
		all.write(open.describeResults(newEvent("slice")))
	}
}

func (all *worker) samples(open *benchmarkCase, count uint64, samples int64) {
	own := open.threads[0]
	elapsed := make([]int64, samples)
	objects := own.objects(own.function)
	defer open.collect(true)()
	attempt("benchmark", own.function.Name, func() {
		for at := range elapsed {
			elapsed[at] = measureSample(own, objects, count)
		}
	})
	all.writeSamples(open, 0, elapsed)
}

// In parts of as many numbers as an event may have.
func (all *worker) writeSamples(open *benchmarkCase, thread int, sampleNs []int64) {
	for most := 65536; len(sampleNs) > 0; {
		part := sampleNs[:min(most, len(sampleNs))]
		sampleNs = sampleNs[len(part):]
		all.write(newEvent("samples").text("case", open.id).number("thread", int64(thread)).numbers("sample_ns", part).
			boolean("last", len(sampleNs) == 0))
	}
}

// In parts of so many bytes, each of which may become an escape of six. A text that does not fit is cut between two characters.
func (all *worker) writeValues(open *benchmarkCase, call int, kind string, number int, texts []string) {
	for len(texts) > 0 {
		event := newEvent("value").text("case", open.id).number("call", int64(call)).text("kind", kind).number("number", int64(number))
		event.begin("texts", '[')
		left, more := 1<<17, false
		for len(texts) > 0 && left > utf8.UTFMax {
			cut := min(len(texts[0]), left)
			for more = cut < len(texts[0]); more && cut > left-utf8.UTFMax && !utf8.RuneStart(texts[0][cut]); {
				cut--
			}
			event.text("", texts[0][:cut])
			left -= cut + 1
			if more {
				texts[0] = texts[0][cut:]
				break
			}
			texts = texts[1:]
		}
		all.write(event.end(']').boolean("more", more))
	}
}

// Reads commands from one descriptor and writes events to the other until `exit`.
func serve(in, out int) int {
	syscall.CloseOnExec(in)
	syscall.CloseOnExec(out)
	os.Unsetenv("CLAMH_IN") // a benchmark that starts another artifact starts one that runs by itself
	os.Unsetenv("CLAMH_OUT")
	all := newWorker(bufio.NewReader(pipe(in)), out)
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
			all.write(newEvent("bye"))
			return 0
		}
		if failed := all.execute(line); failed != nil {
			all.fail(failed)
		}
	}
}
