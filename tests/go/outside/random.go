// random SEED CALL...: a line of values for each call, of a generator of its own; outside of CLAMH.
package main

import (
	"clamh"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

func main() {
	seed, _ := strconv.ParseUint(os.Args[1], 10, 64)
	for _, call := range os.Args[2:] {
		random := clamh.NewRandom(seed)
		texts := make([]string, 1000)
		for at := range texts {
			texts[at] = one(random, call)
		}
		fmt.Println(strings.Join(texts, " "))
	}
}

// `call` is written as in tests/golden/random/values.json: a method with its bound, or with its number of bytes.
func one(random *clamh.Random, call string) string {
	method, rest, _ := strings.Cut(call, "(")
	bound, err := strconv.ParseInt(strings.TrimSuffix(rest, ")"), 10, 64)
	bounded := err == nil
	switch {
	case method == "nextLong" && bounded:
		return fmt.Sprint(random.NextLongBelow(bound))
	case method == "nextLong":
		return fmt.Sprint(random.NextLong())
	case method == "nextInt" && bounded:
		return fmt.Sprint(random.NextIntBelow(int32(bound)))
	case method == "nextInt":
		return fmt.Sprint(random.NextInt())
	case method == "nextBoolean":
		return fmt.Sprint(random.NextBoolean())
	case method == "nextDouble":
		return fmt.Sprintf("%x", math.Float64bits(random.NextDouble()))
	case method == "nextFloat":
		return fmt.Sprintf("%x", math.Float32bits(random.NextFloat()))
	}
	bytes := make([]byte, bound)
	random.NextBytes(bytes)
	return fmt.Sprintf("%x", bytes)
}
