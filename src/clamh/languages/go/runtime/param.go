// What a param's text means for each type of field.
package clamh

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParamType is the protocol's: integer float boolean character string enum.
type ParamType struct {
	Name      string
	Minimum   int64 // of integers
	Maximum   uint64
	Constants []string // of enums
}

// Enumerated is a constant of an enum.
type Enumerated[F any] struct {
	Name  string
	Value F
}

// What type a field has, and how a text is assigned to it. With constants it is an enum.
func paramOf[S, F any](field func(*S) *F, constants []Enumerated[F]) (ParamType, func(Pointer, string) bool) {
	told := typeOf(reflect.TypeFor[F]())
	if constants != nil {
		told = ParamType{Name: "enum"}
		for _, one := range constants {
			told.Constants = append(told.Constants, one.Name)
		}
	}
	return told, assigning(field, func(value *F, text string) bool {
		for _, one := range constants {
			if one.Name == text {
				*value = one.Value
				return true
			}
		}
		return constants == nil && convert(reflect.ValueOf(value).Elem(), text)
	})
}

func assigning[S, F any](field func(*S) *F, convert func(*F, string) bool) func(Pointer, string) bool {
	return func(object Pointer, text string) bool {
		var value F
		if !convert(&value, text) {
			return false
		}
		if object != nil {
			*field((*S)(object)) = value
		}
		return true
	}
}

func typeOf(kind reflect.Type) ParamType {
	switch kind.Kind() {
	case reflect.Bool:
		return ParamType{Name: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return ParamType{Name: "integer", Minimum: -1 << (kind.Bits() - 1), Maximum: 1<<(kind.Bits()-1) - 1}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return ParamType{Name: "integer", Maximum: math.MaxUint64 >> (64 - kind.Bits())}
	case reflect.Float32, reflect.Float64:
		return ParamType{Name: "float"}
	}
	return ParamType{Name: "string"}
}

func convert(value reflect.Value, text string) bool {
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(text == "true")
		return text == "true" || text == "false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		negative, number, is := magnitude(text)
		largest := uint64(1)<<(value.Type().Bits()-1) - 1
		if !is || (number > largest && !(negative && number == largest+1)) {
			return false
		}
		if negative {
			number = -number
		}
		value.SetInt(int64(number))
		return true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		negative, number, is := magnitude(text)
		if !is || value.OverflowUint(number) || (negative && number != 0) {
			return false
		}
		value.SetUint(number)
		return true
	case reflect.Float32, reflect.Float64:
		number, is := floating(text, value.Type().Bits())
		value.SetFloat(number)
		return is
	case reflect.String:
		value.SetString(text)
		return true
	}
	return false
}

func convertCharacter(value *rune, text string) bool {
	code, size := utf8.DecodeRuneInString(text)
	*value = code
	return size == len(text) && size > 0 && !(code == utf8.RuneError && size == 1)
}

// Decimal or 0x hexadecimal with optional sign and `_` between digits; no digits, or other characters, are no number.
func magnitude(text string) (negative bool, value uint64, is bool) {
	negative = strings.HasPrefix(text, "-")
	if negative || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	base := uint64(10)
	if len(text) >= 2 && (text[:2] == "0x" || text[:2] == "0X") {
		base, text = 16, text[2:]
	}
	for _, code := range []byte(text) {
		digit := base
		switch {
		case code == '_' && is:
			is = false
			continue
		case code >= '0' && code <= '9':
			digit = uint64(code - '0')
		case code >= 'a' && code <= 'f':
			digit = uint64(code-'a') + 10
		case code >= 'A' && code <= 'F':
			digit = uint64(code-'A') + 10
		}
		if digit >= base || value > (math.MaxUint64-digit)/base {
			return negative, value, false
		}
		value = value*base + digit
		is = true
	}
	return negative, value, is
}

// As strtod takes them: also a hexadecimal number without exponent and a nan with a sign, but no `_`.
func floating(text string, bits int) (float64, bool) {
	if strings.Contains(text, "_") {
		return 0, false
	}
	unsigned := strings.ToLower(strings.TrimLeft(text, "+-"))
	if unsigned == "nan" && len(text) <= len("+nan") {
		return math.NaN(), true
	}
	if strings.HasPrefix(unsigned, "0x") && !strings.Contains(unsigned, "p") {
		text += "p0"
	}
	value, err := strconv.ParseFloat(text, bits)
	return value, err == nil || errors.Is(err, strconv.ErrRange)
}
