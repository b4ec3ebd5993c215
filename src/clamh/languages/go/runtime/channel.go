// Lines in and events out: tab-separated percent-encoded fields, and JSON.
package clamh

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"
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

// A JSON object: keys and values in turn. One whose value is nil is not sent.
type members []any

// The value, or nil where it is the one that says nothing.
func unless[T comparable](nothing, value T) any {
	if value == nothing {
		return nil
	}
	return value
}

// The list, or nil where it is empty.
func unlessEmpty[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

// A JSON string of these bytes; those that are no UTF-8 as \udcXX.
func quote(out []byte, text string) []byte {
	out = append(out, '"')
	for at, character := range text {
		switch first := text[at]; {
		case character == utf8.RuneError && !strings.HasPrefix(text[at:], string(utf8.RuneError)):
			out = fmt.Appendf(out, `\udc%02x`, first)
		case first < 0x20 || first == 0x7f:
			out = fmt.Appendf(out, `\u%04x`, first)
		case first == '"' || first == '\\':
			out = append(out, '\\', first)
		default:
			out = utf8.AppendRune(out, character)
		}
	}
	return append(out, '"')
}

// A number is without a point where it is whole.
func appendJSON(out []byte, value any) []byte {
	switch value := value.(type) {
	case string:
		return quote(out, value)
	case bool:
		return strconv.AppendBool(out, value)
	case int:
		return strconv.AppendInt(out, int64(value), 10)
	case int64:
		return strconv.AppendInt(out, value, 10)
	case float64:
		if value == float64(int64(value)) {
			return strconv.AppendInt(out, int64(value), 10)
		}
		return strconv.AppendFloat(out, value, 'g', -1, 64)
	case members:
		opening := byte('{')
		for at := 0; at < len(value); at += 2 {
			if value[at+1] == nil {
				continue
			}
			out = append(quote(append(out, opening), value[at].(string)), ':')
			out, opening = appendJSON(out, value[at+1]), ','
		}
		return append(out, '}')
	}
	list, opening := reflect.ValueOf(value), byte('[')
	for at := 0; at < list.Len(); at++ {
		out = append(out, opening)
		if opening = ','; list.Index(at).CanInt() {
			out = strconv.AppendInt(out, list.Index(at).Int(), 10) // of a long series, without an allocation
		} else {
			out = appendJSON(out, list.Index(at).Interface())
		}
	}
	if list.Len() == 0 {
		out = append(out, '[')
	}
	return append(out, ']')
}

// The pipes from and to the driver. They block: no poller, no goroutine beside the one that measures.
type channel struct {
	in  *bufio.Reader
	out *os.File // nil where no driver reads events, see solo.go
}

func (channel *channel) write(event string, more ...any) {
	channel.writeLine(appendJSON(nil, append(members{"event", event}, more...)))
}

// Ends the process when the driver is gone.
func (channel *channel) writeLine(line []byte) {
	if channel.out == nil {
		return
	}
	if _, err := channel.out.Write(append(line, '\n')); err != nil {
		os.Exit(0)
	}
}
