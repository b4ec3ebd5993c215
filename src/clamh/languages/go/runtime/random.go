// Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md).
//
// xoshiro256** of Blackman and Vigna (2018), seeded by SplitMix64 of Steele, Lea and Flood (2014).
package clamh

import "math/bits"

type splitMix64 struct{ state uint64 }

func (random *splitMix64) next() uint64 {
	random.state += 0x9e3779b97f4a7c15
	return mixed(random.state)
}

// SplitMix64's finaliser: 0 stays 0.
func mixed(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// Random gives the numbers of its seed; one object per case and thread.
type Random struct{ words [4]uint64 }

// NewRandom is for programs outside of CLAMH.
func NewRandom(seed uint64) *Random {
	random := new(Random)
	random.seed(seed)
	return random
}

func (random *Random) seed(seed uint64) {
	seeds := splitMix64{seed}
	for at := range random.words {
		random.words[at] = seeds.next()
	}
}

func (random *Random) next() uint64 {
	words := &random.words
	drawn, shifted := bits.RotateLeft64(words[1]*5, 7)*9, words[1]<<17
	words[2] ^= words[0]
	words[3] ^= words[1]
	words[1] ^= words[2]
	words[0] ^= words[3]
	words[2] ^= shifted
	words[3] = bits.RotateLeft64(words[3], 45)
	return drawn
}

// NextLong is any int64.
func (random *Random) NextLong() int64 { return int64(random.next()) }

// NextInt is any int32.
func (random *Random) NextInt() int32 { return int32(random.next() >> 32) }

// NextBoolean is true as often as false.
func (random *Random) NextBoolean() bool { return random.next()>>63 != 0 }

// NextDouble is from 0 to below 1.
func (random *Random) NextDouble() float64 { return float64(random.next()>>11) / (1 << 53) }

// NextFloat is from 0 to below 1.
func (random *Random) NextFloat() float32 { return float32(random.next()>>40) / (1 << 24) }

// NextIntBelow is from 0 to bound - 1, each equally likely; it panics where bound is not above 0.
func (random *Random) NextIntBelow(bound int32) int32 {
	requirePositive(bound > 0)
	limit := uint32(bound)
	least := -limit % limit
	for {
		if product := (random.next() >> 32) * uint64(limit); uint32(product) >= least {
			return int32(product >> 32)
		}
	}
}

// NextLongBelow is as NextIntBelow.
func (random *Random) NextLongBelow(bound int64) int64 {
	requirePositive(bound > 0)
	limit := uint64(bound)
	for {
		drawn := random.next() >> 1
		if rest := drawn % limit; drawn-rest <= 1<<63-limit {
			return int64(rest)
		}
	}
}

// NextBytes fills the slice.
func (random *Random) NextBytes(array []byte) {
	drawn := uint64(0)
	for at := range array {
		if at%8 == 0 {
			drawn = random.next()
		}
		array[at] = byte(drawn)
		drawn >>= 8
	}
}

func requirePositive(positive bool) {
	if !positive {
		panic("the bound of NextIntBelow or NextLongBelow must be above 0")
	}
}
