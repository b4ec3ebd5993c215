@Benchmrk
function typo() { return 1; }
//@@Banchmark
function marked() { return 1; }
//@@Xyzzy(1, "two")
function nothing_like_it() { return 1; }
//@@benchmark
function lower_case() { return 1; }
//@@Benchmark
function fine() { return 1; }
