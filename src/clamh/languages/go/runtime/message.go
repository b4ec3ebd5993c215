// Lines in and events out: tab-separated percent-encoded fields, and JSON.
package clamh

import (
	"bytes"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
)

const (
	longestLine = 1 << 20
	// Two arrays of this many 20-digit numbers stay below both bounds of a line: 1 MiB and 65,536 numbers.
	numbersInPart = 16384
)

// The fields of one line (without its newline); false when an escape is malformed.
func decode(text string) ([]string, bool) {
	fields := strings.Split(text, "\t")
	for at, field := range fields {
		if !strings.Contains(field, "%") {
			continue
		}
		var plain []byte
		for from := 0; from < len(field); from++ {
			if field[from] != '%' {
				plain = append(plain, field[from])
				continue
			}
			if from+2 >= len(field) {
				return fields, false
			}
			code, err := hex.DecodeString(field[from+1 : from+3])
			if err != nil {
				return fields, false
			}
			plain = append(plain, code[0])
			from += 2
		}
		fields[at] = string(plain)
	}
	return fields, true
}

// A JSON string of these bytes; those that are no UTF-8 as \udcXX.
func quote(out []byte, text string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for at := 0; at < len(text); {
		one := text[at]
		switch code, length := utf8.DecodeRuneInString(text[at:]); {
		case code == utf8.RuneError && length == 1:
			out = append(out, '\\', 'u', 'd', 'c', digits[one>>4], digits[one&15])
			at++
		case one == '"' || one == '\\':
			out = append(out, '\\', one)
			at++
		case one < 0x20 || one == 0x7f:
			out = append(out, '\\', 'u', '0', '0', digits[one>>4], digits[one&15])
			at++
		default:
			out = append(out, text[at:at+length]...)
			at += length
		}
	}
	return append(out, '"')
}

// One event under construction: each call adds a member to the innermost object, or with the key "" an element to the innermost array.
type event struct{ line []byte }

func newEvent(name string) *event {
	made := &event{[]byte{'{'}}
	return made.text("event", name)
}

func (made *event) name(key string) {
	if last := made.line[len(made.line)-1]; last != '{' && last != '[' {
		made.line = append(made.line, ',')
	}
	if key != "" {
		made.line = append(quote(made.line, key), ':')
	}
}

func (made *event) text(key, value string) *event {
	made.name(key)
	made.line = quote(made.line, value)
	return made
}

func (made *event) number(key string, value int64) *event {
	made.name(key)
	made.line = strconv.AppendInt(made.line, value, 10)
	return made
}

func (made *event) natural(key string, value uint64) *event {
	made.name(key)
	made.line = strconv.AppendUint(made.line, value, 10)
	return made
}

// Without a point where it is whole.
func (made *event) real(key string, value float64) *event {
	if value > -1e15 && value < 1e15 && value == float64(int64(value)) {
		return made.number(key, int64(value))
	}
	return made.raw(key, strconv.FormatFloat(value, 'g', 17, 64))
}

func (made *event) numbers(key string, values []int64) *event {
	made.begin(key, '[')
	for _, value := range values {
		made.number("", value)
	}
	return made.end(']')
}

func (made *event) texts(key string, values []string) *event {
	made.begin(key, '[')
	for _, value := range values {
		made.text("", value)
	}
	return made.end(']')
}

func (made *event) raw(key, json string) *event {
	made.name(key)
	made.line = append(made.line, json...)
	return made
}

func (made *event) boolean(key string, value bool) *event {
	return made.raw(key, strconv.FormatBool(value))
}

func (made *event) begin(key string, bracket byte) *event {
	made.name(key)
	made.line = append(made.line, bracket)
	return made
}

func (made *event) end(bracket byte) *event {
	made.line = append(made.line, bracket)
	return made
}

// The parts of an answer of so many numbers, one of which a line holds.
func parts(total int, tell func(from, to int, part int64, last bool)) {
	for from, part := 0, int64(0); ; part++ {
		to := min(from+numbersInPart, total)
		tell(from, to, part, to == total)
		if to == total {
			return
		}
		from = to
	}
}

// The two pipes to the driver. They are read and written as raw descriptors: no poller, no goroutine beside the one that measures.
type channel struct {
	in, out int
	pending []byte
}

type reading int

const (
	readLine reading = iota
	readTooLong
	readEnd // the driver is gone
)

func (pipes *channel) read() (string, reading) {
	searched, tooLong := 0, false
	chunk := make([]byte, 4096)
	for {
		if found := bytes.IndexByte(pipes.pending[searched:], '\n'); found >= 0 {
			end := searched + found
			text := string(pipes.pending[:end])
			pipes.pending = pipes.pending[end+1:]
			if tooLong || end >= longestLine {
				return "", readTooLong
			}
			return text, readLine
		}
		if len(pipes.pending) >= longestLine {
			tooLong = true
			pipes.pending = nil
		}
		searched = len(pipes.pending)
		got, err := syscall.Read(pipes.in, chunk)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || got <= 0 {
			return "", readEnd
		}
		pipes.pending = append(pipes.pending, chunk[:got]...)
	}
}

// Ends the process when nobody reads any more.
func (pipes *channel) write(told *event) {
	if !writeAll(pipes.out, append(told.line, '}', '\n')) {
		os.Exit(0)
	}
}

// False when nobody reads any more. Go's own handler takes the SIGPIPE of other descriptors than 1 and 2.
func writeAll(descriptor int, text []byte) bool {
	for len(text) > 0 {
		done, err := syscall.Write(descriptor, text)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return false
		}
		text = text[done:]
	}
	return true
}
