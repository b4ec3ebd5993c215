// Where things of a case lie: drawn from its layout seed, 0 for a static layout, in which nothing is moved.
package clamh

const frame = 64 // bytes of the stack that one call of further() leaves out, at least

// By how many frames further down the stack of a measuring thread its work begins: about a page at most.
func stackFrames(layoutSeed uint64, thread int) int {
	if layoutSeed == 0 {
		return 0
	}
	drawn := splitMix64{^layoutSeed ^ mixed(uint64(thread))} // not what states are placed by
	return int(drawn.next() % (page / frame))
}

// The seed of what one thread alone has.
func layoutOfThread(layoutSeed uint64, thread int) uint64 {
	if layoutSeed == 0 {
		return 0
	}
	return layoutSeed ^ mixed(uint64(thread))
}
