// Memory: arrays that lie alone, where the seed of the case's layout puts them, and are freed with the trial.
package clamh

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

const (
	page    = 4096
	line    = 64
	granule = 128 // two lines: adjacent-line prefetch makes neighbours share
)

// Memory is one object per case and thread.
type Memory struct {
	places splitMix64
	seeded bool
	blocks [][]uint64
}

// NewMemory is for programs outside of CLAMH; seed 0 moves nothing.
func NewMemory(seed uint64) *Memory { return &Memory{places: splitMix64{seed}, seeded: seed != 0} }

// Array is `count` elements, all bytes 0, with 128 bytes before and after them that nothing else uses. They start at
// the beginning of a page and a number of 64-byte steps drawn from the seed (none for seed 0) after that padding. It
// panics for element types that hold pointers: the garbage collector could not see them.
func Array[T any](memory *Memory, count int) []T {
	kind := reflect.TypeFor[T]()
	if holdsPointers(kind) {
		panic(fmt.Sprintf("Memory: %v holds pointers, which no array of Memory can", kind))
	}
	at := memory.place(count, int(kind.Size()))
	return unsafe.Slice((*T)(at), count)
}

func (memory *Memory) place(count, size int) Pointer {
	start := granule
	if memory.seeded {
		start += int(memory.places.next()%(page/line)) * line
	}
	if count < 0 || (size > 0 && count > (math.MaxInt/2-start-granule-2*page)/size) {
		panic(fmt.Sprintf("Memory: no array can have %d elements of %d bytes", count, size))
	}
	block := make([]uint64, (page+start+count*size+granule)/8+1)
	memory.blocks = append(memory.blocks, block)
	first := uintptr(Pointer(&block[0]))
	return unsafe.Add(Pointer(&block[0]), int((page-first%page)%page)+start)
}

func holdsPointers(kind reflect.Type) bool {
	switch kind.Kind() {
	case reflect.Array:
		return kind.Len() > 0 && holdsPointers(kind.Elem())
	case reflect.Struct:
		for at := 0; at < kind.NumField(); at++ {
			if holdsPointers(kind.Field(at).Type) {
				return true
			}
		}
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice, reflect.String,
		reflect.UnsafePointer:
		return true
	}
	return false
}
