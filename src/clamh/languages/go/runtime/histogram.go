// Times by how often they were seen, in the protocol's buckets: exact below 2,048 ns, 1,024 to each power of two above.
package clamh

import "math/bits"

const (
	precision = 10
	exact     = 2 << precision
)

// By bucket; nil until it is used.
type histogram []uint64

func newHistogram() histogram { return make(histogram, exact+(64-precision-1)*(exact/2)) }

func (counts histogram) add(value int64) { counts[bucketOf(uint64(value))]++ }

func bucketOf(value uint64) int {
	if value < exact {
		return int(value)
	}
	shift := 63 - bits.LeadingZeros64(value) - precision
	return shift*(exact/2) + int(value>>shift)
}

// The least value of a bucket, which stands for all of it, as in JMH.
func bucketValue(bucket int) uint64 {
	if bucket < exact {
		return uint64(bucket)
	}
	shift := bucket/(exact/2) - 1
	return uint64(bucket-shift*(exact/2)) << shift
}

// Where the cell of a value begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined.
func cellOf(value uint64, halved int) uint64 {
	if value < 2 {
		return value
	}
	octave, kept := 63-bits.LeadingZeros64(value), precision-halved
	if kept < 0 {
		return 1 << (octave - octave%(1-kept))
	}
	shift := max(octave-kept, 0)
	return value >> shift << shift
}

func (counts histogram) cells(halved int) (found int) {
	last := uint64(0)
	for at, count := range counts {
		if count == 0 {
			continue
		}
		begin := cellOf(bucketValue(at), halved)
		if found == 0 || begin != last {
			found++
		}
		last = begin
	}
	return found
}

// [value, count, value, count, …], at most `most` of them: where there are more, buckets are made wider, all by the same share.
func (counts histogram) pairs(most int) []int64 {
	halved := 0
	for halved < 64 && counts.cells(halved) > most {
		halved++
	}
	found := []int64{}
	buckets, begin, least := 0, uint64(0), uint64(0) // of the cell that is being filled
	weight, sum := 0.0, 0.0
	tell := func() {
		if buckets > 1 {
			least = uint64(sum / weight)
		}
		if buckets > 0 {
			found = append(found, int64(least), int64(weight))
		}
		buckets, weight, sum = 0, 0, 0
	}
	for at, count := range counts {
		if count == 0 {
			continue
		}
		value := bucketValue(at)
		if cellOf(value, halved) != begin {
			tell()
		}
		begin, least = cellOf(value, halved), value
		buckets++
		weight += float64(count)
		sum += float64(count) * float64(value)
	}
	tell()
	return found
}
