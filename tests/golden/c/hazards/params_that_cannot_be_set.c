//@@State(Scope.Thread)
struct Input {
    //@@Param("1")
    const int fixed;
    //@@Param("1")
    int bits : 3;
    //@@Param("1")
    int many[2];
    //@@Param("a")
    char text[8];
    //@@Param("a")
    const char *const pointer;
    //@@Param("1")
    int (*function)(int);
};
//@@Param("1")
static int outside;
struct Plain {
    //@@Param("1")
    int n;
};
//@@Benchmark
int sum(struct Input *input) { return input->bits; }
