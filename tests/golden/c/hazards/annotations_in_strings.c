const char *text = "//@@Benchmark";
const char *escaped = "\"//@@Benchmark\n";
const char joined[] = "a"
    "//@@Benchmark" u8"@Benchmark";
char letter = '"';
char many = '//@';
int number = 1'000;
//@@Benchmark
int sum(void) { return '\'' + sizeof "//@@Benchmark"; }
