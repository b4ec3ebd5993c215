package p

// @@Banchmark
func marked() {}

// @@Xyzzy(1, "two")
func nothingLikeIt() {}

// @@benchmark
func lowerCase() {}

//  @@Benchmark
func twoBlanks() {}
