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

// [value, count, value, count, …], at most `pairs` of them: neighbours are joined, by weight, until they fit.
func (counts histogram) pairs(pairs int) []int64 {
	found := []int64{}
	used := 0
	for _, count := range counts {
		if count > 0 {
			used++
		}
	}
	joined := (used + pairs - 1) / pairs // how many buckets become one
	taken := 0
	weight, sum := 0.0, 0.0
	for at, count := range counts {
		if count == 0 {
			continue
		}
		weight += float64(count)
		sum += float64(count) * float64(bucketValue(at))
		taken++
		if joined == 1 {
			found = append(found, int64(bucketValue(at)), int64(count))
		} else if taken%joined == 0 || taken == used {
			found = append(found, int64(sum/weight), int64(weight))
			weight, sum = 0, 0
		}
	}
	return found
}
