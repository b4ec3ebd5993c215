// The harness's own cost: an empty benchmark in the loop that the generator writes for every benchmark. It is in no catalog; `hello` says
// its name, and `open` takes it.
package clamh

const floorName = "clamh.empty"

var theFloor = &Function{Name: floorName, Index: -1, Owner: -1, Repeat: repeatNothing, Returned: returnedNothing,
	Settings: "{}", Forecast: "{}"}

//go:noinline
func repeatNothing(_ []Pointer, invocations uint64) {
	for ; invocations > 0; invocations-- {
	}
}

func returnedNothing([]Pointer) string { return "" }
