const char *one = R"(
//@@Benchmark
int not_this() { return 1; }
@Benchmark " )";
const char *two = R"x(@Benchmark )" )x" "";
#define FOOR "x"
const char *three = FOOR "(@Benchmark)";

//@@Benchmark
int this_one() { return 1; }
