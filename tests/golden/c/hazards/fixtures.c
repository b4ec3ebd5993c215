//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

//@@State(Scope.Benchmark)
struct Shared {
    int users;
};

//@@Setup
static void fill(Input *input) { input->n = 1; }
//@@Setup(Level.Iteration)
static void share(Input *input, struct Shared *shared, Random *random) { shared->users += input->n, (void)random; }
//@@TearDown(Level.Invocation)
static void after(Random *random, struct Shared *shared, Input *input) { (void)random, (void)shared, (void)input; }
//@@Setup
static void everywhere(void) {}
//@@Setup
static void with_hole(Blackhole *hole) { (void)hole; }
//@@Teardown
extern void elsewhere(const Input *input);

//@@Benchmark
int sum(const Input *input) { return input->n; }
