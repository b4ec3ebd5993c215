package loops

import "runtime"

// The loops as a careful person writes them in Go, and as testing.B.Loop keeps a result: its address is given to runtime.KeepAlive, so
// that the compiler must store it to the stack each time. The empty loop has nothing to keep; Go leaves it where it is.

//go:noinline
func handEmptyLoop(passes uint64) {
	for ; passes > 0; passes-- {
	}
}

//go:noinline
func handPlain(state *Plain, passes uint64) {
	for ; passes > 0; passes-- {
		kept := state.left + state.right
		runtime.KeepAlive(&kept)
	}
}

//go:noinline
func handRecursive(state *Number, passes uint64) {
	for ; passes > 0; passes-- {
		kept := recursive(state.number)
		runtime.KeepAlive(&kept)
	}
}

//go:noinline
func handIterative(state *Number, passes uint64) {
	for ; passes > 0; passes-- {
		kept := iterative(state.number)
		runtime.KeepAlive(&kept)
	}
}
