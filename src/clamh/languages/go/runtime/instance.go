// The objects of a case, and where they lie: no two of them share 128 bytes, nor one of them and anything else.
package clamh

import (
	"reflect"
	"sync"
	"unsafe"
)

const (
	levelTrial = iota
	levelIteration
	levelInvocation
	levels
)

var levelNames = [levels]string{"Trial", "Iteration", "Invocation"}

// One level of a state that several threads have: the first to come sets it up while the others wait, the last tears it down; around
// invocations, as in JMH, the first to come does that too.
type shared struct {
	_            [granule]byte
	lock         sync.Mutex
	users, left  int
	done, failed bool
	_            [granule]byte
}

type instance struct {
	class       *Class // nil: none is needed, and this is what several threads share of a fixture that takes no state
	group       int    // of a state of a group: whose
	maker       int    // the thread that makes it: the first that has it
	constructed bool
	offset      uint64
	object      Pointer
	shared      [levels]shared
}

// Above this many bytes Go's allocator gives an object pages of its own.
const large = 40 << 10

// Behind a number of lines drawn from `random` (none when it is nil), in pages of its own. The collector must know what the object holds,
// so its place is part of a type that is made for it.
func (one *instance) place(random *splitMix64) {
	if random != nil {
		one.offset = random.next() % (page / line) * line
	}
	behind := granule
	if size := int(one.offset) + int(one.class.Type.Size()) + granule; size < large {
		behind += large - size
	}
	type bytes = byte
	fields := []reflect.StructField{
		{Name: "Before", Type: reflect.ArrayOf(int(one.offset), reflect.TypeFor[bytes]())},
		{Name: "Object", Type: one.class.Type},
		{Name: "Behind", Type: reflect.ArrayOf(behind, reflect.TypeFor[bytes]())},
	}
	one.object = unsafe.Add(reflect.New(reflect.StructOf(fields)).UnsafePointer(), one.offset)
}

func (one *instance) construct() {
	one.constructed = true
	one.value().SetZero()
	if one.class.Construct != nil {
		one.class.Construct(one.object)
	}
}

// Lets go of what it holds.
func (one *instance) destroy() {
	if one.constructed {
		one.constructed = false
		one.value().SetZero()
	}
}

func (one *instance) value() reflect.Value { return reflect.NewAt(one.class.Type, one.object).Elem() }
