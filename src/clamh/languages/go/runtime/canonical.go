// Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.
package clamh

import (
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Canonical is the text of what a function returned: of its value, or of several as a sequence; "" of none.
func Canonical(values ...any) string {
	switch len(values) {
	case 0:
		return ""
	case 1:
		return canonical(reflect.ValueOf(values[0]))
	}
	return canonicalElements(reflect.ValueOf(values))
}

func canonical(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Invalid:
		return "null"
	case reflect.Bool:
		return "b:" + strconv.FormatBool(value.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "i:" + strconv.FormatInt(value.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "i:" + strconv.FormatUint(value.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return canonicalFloat(value.Float())
	case reflect.Complex64, reflect.Complex128:
		return "[" + canonicalFloat(real(value.Complex())) + "," + canonicalFloat(imag(value.Complex())) + "]"
	case reflect.String:
		return "s:" + value.String()
	case reflect.Slice, reflect.Array:
		switch value.Type().Elem().Kind() {
		case reflect.Uint8, reflect.Int8: // as Java's byte
			return canonicalBytes(value)
		}
		return canonicalElements(value)
	case reflect.Interface:
		return canonical(value.Elem())
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if value.IsNil() {
			return "null"
		}
	}
	return "object"
}

func canonicalFloat(value float64) string {
	switch {
	case math.IsNaN(value):
		return "f:nan"
	case math.IsInf(value, 1):
		return "f:inf"
	case math.IsInf(value, -1):
		return "f:-inf"
	case value == 0:
		return "i:0"
	case value == math.Floor(value):
		return "i:" + strconv.FormatFloat(value, 'f', 0, 64)
	}
	return fmt.Sprintf("f:%016x", math.Float64bits(value))
}

func canonicalBytes(value reflect.Value) string {
	bytes := make([]byte, value.Len())
	for at := range bytes {
		if element := value.Index(at); element.CanInt() {
			bytes[at] = byte(element.Int())
		} else {
			bytes[at] = byte(element.Uint())
		}
	}
	return "x:" + hex.EncodeToString(bytes)
}

func canonicalElements(value reflect.Value) string {
	texts := make([]string, value.Len())
	for at := range texts {
		texts[at] = canonical(value.Index(at))
	}
	return "[" + strings.Join(texts, ",") + "]"
}
