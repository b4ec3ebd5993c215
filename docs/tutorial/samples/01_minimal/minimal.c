// The least there is: one function and one annotation. It does nothing, so its score is what CLAMH itself costs,
// and the report marks it: see "floor" in docs/reference/report.md.

//@@Benchmark
void do_nothing(void) {}
