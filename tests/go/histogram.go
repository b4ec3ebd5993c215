package main

import "fmt"

// Prints what histogram.go of the runtime makes of a few times and of many: test_histogram.py makes one program of both.
func main() {
	tens, late := newHistogram(), newHistogram()
	for _, value := range []int64{10, 10, 20, 30, 40, 50} {
		tens.add(value)
	}
	fmt.Println(tens.pairs(5), tens.pairs(2))
	for at := int64(0); at < 1024; at++ {
		late.add(2048 + 2*at)
	}
	late.add(1_000_000)
	late.add(3_000_000)
	wide := late.pairs(312)
	fmt.Println(len(late.pairs(20_000)), len(wide), wide[:4], wide[len(wide)-4:])
}
