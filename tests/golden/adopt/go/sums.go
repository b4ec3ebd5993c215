package sums

func Sum(v []int) int {
	t := 0
	for _, x := range v {
		t += x
	}
	return t
}

func Fill(n int) ([]int, error) { return make([]int, n), nil }
