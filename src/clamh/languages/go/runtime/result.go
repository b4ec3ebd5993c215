// What --solo prints last: the result of all measured iterations, as the guide shows it.
package clamh

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

const confidence = 0.999
const mostFreedom = 9999 // with more, Student's t changes by less than 0.03 %

// The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
func shareWithin(angle float64, freedom int) float64 {
	odd, cosine := freedom%2, math.Cos(angle)
	term, sum := 1.0, 0.0
	if odd == 1 {
		term = cosine
	}
	for at := odd; at+2 <= freedom; at += 2 {
		sum += term
		term *= float64(at+1) / float64(at+2) * cosine * cosine
	}
	sum *= math.Sin(angle)
	if odd == 1 {
		return (angle + sum) * 2 / math.Pi
	}
	return sum
}

func studentsT(freedom int) float64 {
	freedom = min(freedom, mostFreedom)
	low, high := 0.0, math.Pi/2
	for range 60 {
		middle := (low + high) / 2
		if shareWithin(middle, freedom) < confidence {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Tan(low) * math.Sqrt(float64(freedom))
}

// The unit is such as "ns/op".
func resultText(benchmark string, scores []float64, unit string) string {
	count := float64(len(scores))
	mean, squares := 0.0, 0.0
	for _, score := range scores {
		mean += score / count
	}
	for _, score := range scores {
		squares += (score - mean) * (score - mean)
	}
	deviation := math.Sqrt(squares / (count - 1))
	var text strings.Builder
	fmt.Fprintf(&text, "\nResult for %s:\n  %.6g", benchmark, mean)
	if len(scores) > 2 { // JMH gives no error of one or two values
		fmt.Fprintf(&text, " ±(99.9%%) %.6g", studentsT(len(scores)-1)*deviation/math.Sqrt(count))
	}
	fmt.Fprintf(&text, " %s\n  (min, avg, max) = (%.6g, %.6g, %.6g)", unit, slices.Min(scores), mean, slices.Max(scores))
	if len(scores) > 1 {
		fmt.Fprintf(&text, ", stdev = %.6g", deviation)
	}
	return text.String() + "\n"
}
