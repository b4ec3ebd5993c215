//@@Benchmark
int sum(void) { return "??/"[0] + '??'; }
??=define X
//@@Benchmark
int other(void) ??< return 1; ??>
