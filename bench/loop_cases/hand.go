package loops

// The loops as a careful person writes them in Go: what is computed goes into a variable of the package, which the compiler must
// store each time. The empty loop has nothing to keep; Go leaves it where it is.

var (
	keptInt   int
	keptFloat float64
)

//go:noinline
func handEmptyLoop(passes uint64) {
	for ; passes > 0; passes-- {
	}
}

//go:noinline
func handPlain(state *Plain, passes uint64) {
	for ; passes > 0; passes-- {
		keptInt = state.left + state.right
	}
}

//go:noinline
func handRecursive(state *Number, passes uint64) {
	for ; passes > 0; passes-- {
		keptFloat = recursive(state.number)
	}
}

//go:noinline
func handIterative(state *Number, passes uint64) {
	for ; passes > 0; passes-- {
		keptFloat = iterative(state.number)
	}
}
