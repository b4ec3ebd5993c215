// Samples in a given number, alone or in turns with another case's.
package clamh

import (
	"strings"
	"syscall"
)

// How long one sample of a case took; a failure has the case's id.
func (open *benchmarkCase) sample(objects []Pointer, invocations uint64) int64 {
	defer func() {
		if thrown := recover(); thrown != nil {
			failed := *raised("benchmark", open.benchmark.Name, thrown)
			failed.id = open.id
			panic(&failed)
		}
	}()
	return measureSample(open.threads[0], objects, invocations)
}

func (open *benchmarkCase) benchmarkObjects() []Pointer {
	return open.threads[0].objects(open.benchmark)
}

func (all *worker) samples(fields []string) {
	countFields(fields, 4)
	open := all.inTrial(fields[1])
	count := number(fields[2], 1, mostInvocations)
	elapsed := make([]int64, number(fields[3], 0, mostSamplesAsked))
	objects := open.benchmarkObjects()
	defer open.collect()()
	for at := range elapsed {
		elapsed[at] = open.sample(objects, count)
	}
	parts(len(elapsed), func(from, to int, part int64, last bool) {
		all.write(newEvent("samples").text("case", open.id).natural("invocations", count).numbers("sample_ns", elapsed[from:to]).
			number("part", part).boolean("last", last))
	})
}

func drawnOrder(seed uint64, pairs int) string {
	random := splitMix64{seed}
	var order strings.Builder
	for at := 0; at < pairs; at++ {
		order.WriteByte('0' + byte(random.next()>>63))
	}
	return order.String()
}

func (all *worker) pair(fields []string) {
	countFields(fields, 6)
	if fields[1] == fields[2] {
		panic(usage("a pair needs two cases"))
	}
	sides := [2]*benchmarkCase{all.inTrial(fields[1]), all.inTrial(fields[2])}
	count, pairs := number(fields[3], 1, mostInvocations), int(number(fields[4], 0, mostSamplesAsked))
	order := drawnOrder(number(fields[5], 0, 1<<64-1), pairs)
	elapsed := [2][]int64{make([]int64, pairs), make([]int64, pairs)}
	objects := [2][]Pointer{sides[0].benchmarkObjects(), sides[1].benchmarkObjects()}
	defer sides[0].collect()()
	for turn := 0; turn < 2*pairs; turn++ {
		side := whose(order, turn)
		elapsed[side][turn/2] = sides[side].sample(objects[side], count)
	}
	parts(pairs, func(from, to int, part int64, last bool) {
		all.write(newEvent("pairs").texts("cases", fields[1:3]).natural("invocations", count).numbers("first_ns", elapsed[0][from:to]).
			numbers("second_ns", elapsed[1][from:to]).text("order", order[from:to]).number("part", part).boolean("last", last))
	})
}

// Which side has this turn, of two in each pair.
func whose(order string, turn int) int { return (int(order[turn/2]-'0') + turn) % 2 }

// The token goes from one side to the other whenever the next turn is the other's.
func (all *worker) duel(fields []string) {
	countFields(fields, 8)
	open := all.inTrial(fields[1])
	count, pairs := number(fields[2], 1, mostInvocations), int(number(fields[3], 0, mostSamplesAsked))
	order := drawnOrder(number(fields[4], 0, 1<<64-1), pairs)
	tokenIn, tokenOut := int(number(fields[5], 0, 1<<20)), int(number(fields[6], 0, 1<<20))
	role := int(number(fields[7], 0, 1))
	if !closeOnExec(tokenIn) || !closeOnExec(tokenOut) {
		panic(usage("FD_IN or FD_OUT is not open"))
	}
	gone := &failure{reason: "internal", where: "duel", message: "the other side has gone"}
	objects, elapsed := open.benchmarkObjects(), make([]int64, pairs)
	token := []byte{'t'}
	defer open.collect()()
	for turn := 0; turn < 2*pairs; turn++ {
		if whose(order, turn) != role {
			continue
		}
		if turn > 0 && whose(order, turn-1) != role && !readOne(tokenIn, token) {
			panic(gone)
		}
		elapsed[turn/2] = open.sample(objects, count)
		if turn+1 < 2*pairs && whose(order, turn+1) != role && !writeAll(tokenOut, token) {
			panic(gone)
		}
	}
	parts(pairs, func(from, to int, part int64, last bool) {
		all.write(newEvent("duel").text("case", open.id).number("role", int64(role)).natural("invocations", count).
			numbers("sample_ns", elapsed[from:to]).text("order", order[from:to]).number("part", part).boolean("last", last))
	})
}

func readOne(descriptor int, token []byte) bool {
	for {
		got, err := syscall.Read(descriptor, token)
		if err != syscall.EINTR {
			return err == nil && got == 1
		}
	}
}
