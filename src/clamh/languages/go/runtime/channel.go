// Lines in and events out: tab-separated percent-encoded fields, and JSON.
package clamh

import (
	"bufio"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
)

// The fields of a command; an escape that is wrong panics.
func decode(line string) []string {
	fields := strings.Split(line, "\t")
	for at, field := range fields {
		plain, err := url.PathUnescape(field)
		if err != nil {
			panic(err)
		}
		fields[at] = plain
	}
	return fields
}

// A JSON string of these bytes; those that are no UTF-8 as \udcXX.
func quote(out []byte, text string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for at := 0; at < len(text); {
		first := text[at]
		character, length := utf8.DecodeRuneInString(text[at:])
		switch {
		case character == utf8.RuneError && length == 1:
			out = append(out, '\\', 'u', 'd', 'c', digits[first>>4], digits[first&15])
		case first == '"' || first == '\\':
			out = append(out, '\\', first)
		case first < 0x20 || first == 0x7f:
			out = append(out, '\\', 'u', '0', '0', digits[first>>4], digits[first&15])
		default:
			out = append(out, text[at:at+length]...)
		}
		at += length
	}
	return append(out, '"')
}

// An event under construction: each call adds a member to the innermost object, or with the key "" an element to the innermost array.
type event struct{ line []byte }

func newEvent(name string) *event { return (&event{[]byte{'{'}}).text("event", name) }

func (event *event) add(key string) {
	if last := event.line[len(event.line)-1]; last != '{' && last != '[' {
		event.line = append(event.line, ',')
	}
	if key != "" {
		event.line = append(quote(event.line, key), ':')
	}
}

func (event *event) text(key, value string) *event {
	event.add(key)
	event.line = quote(event.line, value)
	return event
}

func (event *event) number(key string, value int64) *event {
	event.add(key)
	event.line = strconv.AppendInt(event.line, value, 10)
	return event
}

// Without a point where it is whole.
func (event *event) real(key string, value float64) *event {
	if value > -1e15 && value < 1e15 && value == float64(int64(value)) {
		return event.number(key, int64(value))
	}
	event.add(key)
	event.line = strconv.AppendFloat(event.line, value, 'g', 17, 64)
	return event
}

func (event *event) boolean(key string, value bool) *event {
	event.add(key)
	event.line = strconv.AppendBool(event.line, value)
	return event
}

func (event *event) numbers(key string, values []int64) *event {
	event.begin(key, '[')
	for _, value := range values {
		event.number("", value)
	}
	return event.end(']')
}

func (event *event) texts(key string, values []string) *event {
	event.begin(key, '[')
	for _, value := range values {
		event.text("", value)
	}
	return event.end(']')
}

func (event *event) begin(key string, bracket byte) *event {
	event.add(key)
	event.line = append(event.line, bracket)
	return event
}

func (event *event) end(bracket byte) *event {
	event.line = append(event.line, bracket)
	return event
}

// A pipe to or from the driver, as a raw descriptor: no poller, no goroutine beside the one that measures.
type pipe int

func (descriptor pipe) Read(text []byte) (int, error) {
	for {
		size, err := syscall.Read(int(descriptor), text)
		if err == nil && size > 0 {
			return size, nil
		}
		if err != syscall.EINTR {
			return 0, io.EOF
		}
	}
}

type channel struct {
	in  *bufio.Reader
	out int // -1 where nobody reads events, see solo.go
}

func (channel *channel) write(event *event) { channel.writeLine(string(append(event.line, '}'))) }

// Ends the process when the driver is gone. Go's own handler takes the SIGPIPE of other descriptors than 1 and 2.
func (channel *channel) writeLine(line string) {
	for text := []byte(line + "\n"); channel.out >= 0 && len(text) > 0; {
		size, err := syscall.Write(channel.out, text)
		if err != nil && err != syscall.EINTR {
			os.Exit(0)
		}
		text = text[max(size, 0):]
	}
}
