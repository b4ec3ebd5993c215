//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

#define EXPORT
#define PURE __attribute__((pure))
#define BENCH(name) int name(const Input *input)
#define RETURNS_INT int
#define OPEN {

//@@Benchmark
EXPORT int before(const Input *input) { return input->n; }
//@@Benchmark
static PURE int between(const Input *input) { return input->n; }
//@@Setup
static PURE void fill(Input *input) { input->n = 1; }
//@@Setup
RETURNS_INT prepare(Input *input) { return input->n; }
//@@Benchmark
int behind(const Input *input) PURE;
//@@Benchmark
BENCH(made) { return input->n; }
//@@Benchmark
RETURNS_INT whole(const Input *input) { return input->n; }
//@@Benchmark
int opened(const Input *input) OPEN return input->n; }
