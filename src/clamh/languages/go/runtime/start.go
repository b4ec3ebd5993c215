// What generated code registers, by the catalog's numbers. Files register in init(), in any order.
package clamh

import (
	"reflect"
	"unsafe"
)

// Pointer is how an object is passed to a stub.
type Pointer = unsafe.Pointer

// Injected objects stand in Function.Takes as these.
const (
	TakesBlackhole = -1 - iota
	TakesControl
	TakesBenchmarkParams
	TakesIterationParams
	TakesThreadParams
	TakesRandom
	TakesMemory
	TakesOperations
)

// Function is a fixture, or a function of a benchmark.
type Function struct {
	Name   string // full
	Takes  []int  // numbers of states and Takes…, the receiver of a method first
	Repeat func(objects []Pointer, invocations uint64)
	Invoke func(objects []Pointer) string // one invocation: its canonical value, "" if it returns nothing; nil of fixtures
}

type benchmark struct {
	name      string
	functions []*Function
}

// Catalog is the constant text of the artifact.
type Catalog struct {
	Sources  []Source
	Entries  []string  // events; `"type":"@7"` stands for type and limits of param 7
	Openings []Opening // for --solo, of each benchmark
}

// Opening has the fields of `open` that the source decides, without params; and the rows of values of each ParamRows
// and other param.
type Opening struct {
	Fields string
	Rows   [][][]Value
}

// Value is the text of a param by number.
type Value struct {
	Param int
	Text  string
}

// Platform is the build's description of itself.
type Platform struct {
	ID, Version string
	Flags       []string
	Optimised   bool
}

// Character is a param whose field the source calls a rune: to the compiler that is an int32.
type Character rune

// Source is a user's file in the artifact. A stack shows Path for the file of the absolute path.
type Source struct{ Path, Absolute, SHA256 string }

// Built is set by the build, Described by the generated code.
var (
	Built     = Platform{ID: "go"}
	Described Catalog
)

// By number.
var (
	states     []*state
	params     []*param
	counters   []*counter
	checks     []*check
	fixtures   []*Function
	benchmarks []*benchmark
)

func register[T any](table *[]*T, number int, entry *T) {
	for len(*table) <= number {
		*table = append(*table, nil)
	}
	(*table)[number] = entry
}

// AddState takes what makes a new object, or nil where that is the zero value.
func AddState[T any](number int, name, scope string, construct func() T) {
	added := &state{name: name, scope: scope, kind: reflect.TypeFor[T]()}
	if construct != nil {
		added.construct = func(at Pointer) { *(*T)(at) = construct() }
	}
	register(&states, number, added)
}

// AddParam takes the field, and the constants of its type if that is an enum.
func AddParam[S, F any](number, state int, name string, field func(*S) *F, constants ...Constant[F]) {
	set := func(object Pointer, text string) error { return setField(field((*S)(object)), text, constants) }
	register(&params, number, &param{number, state, name, typeMembers(reflect.TypeFor[F]()), set})
}

// AddCounter takes how a field is set; nil of a method, which is not reset.
func AddCounter(number, state int, name string, set func(Pointer, float64), read func(Pointer) float64) {
	register(&counters, number, &counter{state, name, set, read})
}

func AddCheck(number, state int, name string, read func(object Pointer) string) {
	register(&checks, number, &check{number, state, name, read})
}

func AddFixture(number int, function Function) { register(&fixtures, number, &function) }

// AddFunction adds a benchmark's only function, or the one at that place of a group.
func AddFunction(number int, name string, place int, function Function) {
	if len(benchmarks) <= number || benchmarks[number] == nil {
		register(&benchmarks, number, &benchmark{name: name})
	}
	register(&benchmarks[number].functions, place, &function)
}
