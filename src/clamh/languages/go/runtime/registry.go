// What generated code registers, and with what.
//
// A class is named by its index, the objects of a function come in the order of its Takes. Files register in init(), in any order:
// the worker sorts by index.
package clamh

import (
	"reflect"
	"unsafe"
)

// Pointer is how an object is handed to a stub.
type Pointer = unsafe.Pointer

// Class is one of which the harness makes objects.
type Class struct {
	Name      string // of a state; "" of the receiver of a method that is none
	Scope     string // "Benchmark" "Group" "Thread"; "" of one that is no state
	Forecast  string // what only the sources say, as JSON
	Index     int
	Type      reflect.Type
	Construct func(at Pointer) // nil: an object is new when it is the zero value; AddClass sets both
	injected  bool
}

// Injected objects stand in Takes as these.
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

// Function is a benchmark, a member of a group, or a fixture; they differ in which of the last fields they use.
type Function struct {
	Name                         string
	Index                        int
	Takes                        []int                                       // class indexes or Takes…; of a method its receiver first
	Method                       bool                                        // Takes[0] is the receiver
	Owner                        int                                         // class index of the receiver, or -1
	Repeat                       func(objects []Pointer, invocations uint64) // nil of a group, which nothing calls
	Returned                     func(objects []Pointer) string              // one invocation; "" when it returns nothing; nil of fixtures
	Path                         string
	Line                         int
	Settings, Baseline, Forecast string
	Kind, Level                  string   // of a fixture
	Only                         []string // the benchmarks that a fixture is limited to, or nil
	Group, Member                string   // of a group's member: the group's full name, and its own short one
	Place, Threads               int      // where it stands in the group, how many threads of one group run it if nobody says
	classes                      []*Class // of Takes
	owner                        *Class
}

// Group is a benchmark whose members are called.
type Group struct {
	Name                         string
	Index                        int
	Path                         string
	Line                         int
	Settings, Baseline, Forecast string
}

// Param is a field that every case has a value for.
type Param struct {
	Name        string
	Index, Line int
	Values      []string
	Column      []string // its values in the rows of its state's ParamRows; nil: it has values of its own
	Owner       int
	Type        ParamType
	Assign      func(object Pointer, text string) bool // false: not a value of this type; a nil object only asks
	owner       *Class
}

// Counter is a field or method of a state with AuxCounters.
type Counter struct {
	Name  string
	Index int
	Owner int
	Put   func(object Pointer, value float64) // nil: a method, which is not reset
	Read  func(object Pointer) float64
	owner *Class
}

// Check is a method of a state whose value is compared between implementations: asked by `invoke`, never while measuring.
type Check struct {
	Name  string
	Index int
	Owner int
	Read  func(object Pointer) string
	owner *Class
}

// Source is a user's file in the artifact.
type Source struct{ Path, SHA256 string }

// Platform is what the build knows of itself.
type Platform struct {
	ID, Version string
	Flags       []string
	Optimised   bool
}

// Built is set by the build.
var Built = Platform{ID: "go"}

var registered struct {
	classes                       []*Class
	benchmarks, members, fixtures []*Function
	params                        []*Param
	counters                      []*Counter
	checks                        []*Check
	sources                       []Source
	files                         map[string]string
}

func AddBenchmark(one Function) { registered.benchmarks = append(registered.benchmarks, &one) }
func AddMember(one Function)    { registered.members = append(registered.members, &one) }
func AddFixture(one Function)   { registered.fixtures = append(registered.fixtures, &one) }
func AddCounter(one Counter)    { registered.counters = append(registered.counters, &one) }
func AddCheck(one Check)        { registered.checks = append(registered.checks, &one) }
func AddSource(one Source)      { registered.sources = append(registered.sources, one) }

// AddClass is given how to make a new object, or nil where that is the zero value.
func AddClass[T any](one Class, construct func() T) {
	one.Type = reflect.TypeFor[T]()
	if construct != nil {
		one.Construct = func(at Pointer) { *(*T)(at) = construct() }
	}
	registered.classes = append(registered.classes, &one)
}

// AddParam is given the field, and the constants of its type where that is an enum; `field` is not called with nil.
func AddParam[S, F any](one Param, field func(*S) *F, constants ...Enumerated[F]) {
	one.Type, one.Assign = paramOf(field, constants)
	registered.params = append(registered.params, &one)
}

// AddCharacter is AddParam of a field that the source calls a rune: to the compiler that is an int32.
func AddCharacter[S any](one Param, field func(*S) *rune) {
	one.Type, one.Assign = ParamType{Name: "character"}, assigning(field, convertCharacter)
	registered.params = append(registered.params, &one)
}

func AddGroup(one Group) {
	AddBenchmark(Function{Name: one.Name, Index: one.Index, Owner: -1, Path: one.Path, Line: one.Line,
		Settings: one.Settings, Baseline: one.Baseline, Forecast: one.Forecast})
}

// AddFile says how a stack shows the file of this absolute path.
func AddFile(absolute, shown string) {
	if registered.files == nil {
		registered.files = map[string]string{}
	}
	registered.files[absolute] = shown
}
