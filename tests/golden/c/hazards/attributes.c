//@@State(Scope.Thread)
struct __attribute__((aligned(64))) Input {
    //@@Param("1")
    _Alignas(32) int n;
} __attribute__((packed));

//@@Benchmark
__attribute__((noinline)) static int before(struct Input *input) { return input->n; }
//@@Benchmark
static int __attribute__((noinline, pure)) between(struct Input *input) { return input->n; }
//@@Benchmark
int behind(struct Input *input) __attribute__((cold));
int behind(struct Input *input) { return input->n; }
//@@Benchmark
[[gnu::noinline]] int brackets(struct Input *input) { return input->n; }
//@@Benchmark
__attribute__((noinline))
//@@OperationsPerInvocation(3)
int inside(__attribute__((unused)) struct Input *input) { return 1; }
//@@Benchmark
int *__attribute__((returns_nonnull)) __attribute((cold)) after_a_star(struct Input *const __attribute__((unused)) input) { return 0; }
//@@Benchmark
int (__attribute__((section(".text.a(b)"), aligned(64))) in_brackets)(struct Input *input) { return input->n; }
//@@State(Scope.Thread)
struct [[gnu::aligned(64)]] [[deprecated("]] {")]] Tagged { int n; };
//@@State(Scope.Thread)
typedef struct [[gnu::aligned(64)]] { int *[[maybe_unused]] n; } Named;
//@@Benchmark
int bracketed_states(struct Tagged *tagged, Named *[[maybe_unused]] named) { return tagged->n; }
