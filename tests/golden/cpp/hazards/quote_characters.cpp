char quote = '"';
char tick = '\'';
char backslash = '\\';
int multi = 'ab';
//@@Benchmark
int uses() { return quote + tick + backslash; }
char again = '"';
