// States: their instances, where these lie, and how their params, counters and checks are reached. No two instances
// share 128 bytes, nor does one share them with anything else.
package clamh

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"sync"
	"unsafe"
)

type state struct {
	name, scope string // "Benchmark" "Group" "Thread"
	kind        reflect.Type
	construct   func(at Pointer) // nil: a new object is the zero value
}

type param struct {
	number, state int
	name          string
	members       string // type and limits, as members of a JSON object
	set           func(object Pointer, text string) error
}

type counter struct {
	state int
	name  string
	set   func(object Pointer, value float64) // nil of a method
	read  func(object Pointer) float64
}

type counterField struct {
	*counter
	object Pointer
	marked float64 // what it was when the timed part ended
}

type check struct {
	number, state int
	name          string
	read          func(object Pointer) string
}

// Constant is a constant of an enum.
type Constant[F any] struct {
	Name  string
	Value F
}

func typeMembers(kind reflect.Type) string {
	const integer = `"type":"integer","minimum":%d,"maximum":%d`
	switch kind.Kind() {
	case reflect.Bool:
		return `"type":"boolean"`
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf(integer, int64(-1)<<(kind.Bits()-1), int64(1)<<(kind.Bits()-1)-1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf(integer, 0, uint64(math.MaxUint64)>>(64-kind.Bits()))
	case reflect.Float32, reflect.Float64:
		return `"type":"float"`
	}
	return `"type":"string"`
}

// Zeros that would make a number octal for Sscan.
var leadingZeros = regexp.MustCompile(`^([+-]?)0[0_]*(\d)`)

func setField[F any](field *F, text string, constants []Constant[F]) error {
	for _, constant := range constants {
		if constant.Name == text {
			*field = constant.Value
			return nil
		}
	}
	value := reflect.ValueOf(field).Elem()
	if value.Kind() == reflect.String {
		value.SetString(text)
		return nil
	}
	if character, is := any(field).(*Character); is {
		*character = Character([]rune(text)[0])
		return nil
	}
	if value.CanInt() || value.CanUint() {
		text = leadingZeros.ReplaceAllString(text, "$1$2")
	}
	var rest string
	if count, _ := fmt.Sscan(text, field, &rest); constants != nil || count != 1 {
		return fmt.Errorf("%v cannot be %q", reflect.TypeFor[F](), text)
	}
	return nil
}

const (
	levelTrial = iota
	levelIteration
	levelInvocation
	levels
)

// A level of a state: of the threads that share it, the first to come sets it up while the others wait, the last tears
// it down. Around invocations, as in JMH, the first to come does that too.
type shared struct {
	_           [granule]byte
	lock        sync.Mutex
	users, left int
	done        bool // set up: from the first setup that returned, since only its teardowns can undo that one
	failed      bool
	_           [granule]byte
}

type instance struct {
	state  *state
	maker  int // the thread that makes it: the first that has it
	offset uint64
	object Pointer
	shared [levels]shared
}

// Above this many bytes Go's allocator gives an object pages of its own.
const large = 40 << 10

// An instance in pages of its own, behind a number of lines that is drawn if `random`. The collector must know what
// the object holds, so its place is part of a type that is made for it.
func placeInstance(state *state, maker int, offsets *splitMix64, random bool) *instance {
	placed := &instance{state: state, maker: maker}
	if random {
		placed.offset = offsets.next() % (page / line) * line
	}
	bytes := func(count int) reflect.Type { return reflect.ArrayOf(count, reflect.TypeFor[byte]()) }
	behind := max(granule, large-int(placed.offset)-int(state.kind.Size()))
	around := reflect.StructOf([]reflect.StructField{{Name: "Before", Type: bytes(int(placed.offset))},
		{Name: "Object", Type: state.kind}, {Name: "Behind", Type: bytes(behind)}})
	placed.object = unsafe.Add(reflect.New(around).UnsafePointer(), placed.offset)
	return placed
}

func (placed *instance) construct() {
	placed.clear()
	if placed.state.construct != nil {
		placed.state.construct(placed.object)
	}
}

// Releases what the object holds.
func (placed *instance) clear() { reflect.NewAt(placed.state.kind, placed.object).Elem().SetZero() }
