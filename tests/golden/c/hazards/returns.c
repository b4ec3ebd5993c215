//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

typedef void Nothing;
typedef struct { int a, b; } Pair;
//@@Benchmark
const char *text(void) { return ""; }
//@@Benchmark
struct Input2 *pointer(void) { return 0; }
//@@Benchmark
Pair pair(const Input *input) { return (Pair){input->n, 1}; }
//@@Benchmark
Nothing nothing(void) {}
//@@Benchmark
unsigned long long int wide(void) { return 1; }
//@@Benchmark
long double longer(void) { return 1; }
//@@Benchmark
enum { A, B } unnamed(void);
//@@Benchmark
int (*chosen(void))(int) { return 0; }
//@@Benchmark
__typeof__(1 + 1) computed(void) { return 1; }
//@@Benchmark
_Bool truth(void) { return 1; }
