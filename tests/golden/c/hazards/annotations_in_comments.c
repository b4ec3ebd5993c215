// A line comment with //@@Benchmark behind other words
/* A block comment:
//@@Benchmark
   @Benchmark */
// @@Benchmark with a blank is none
//@Benchmark is none either
/* //@@Benchmark */ int nothing(void) { return 0; }
//@@Benchmark // words behind it
int sum(void) { return 1; }  //@@Benchmark stands behind
int other(void) { return 2; }
//@@ Benchmark
int a_blank_behind(void) { return 1; }
