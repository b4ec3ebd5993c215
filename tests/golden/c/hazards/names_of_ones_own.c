//@@State(Scope.Thread)
typedef struct {
    int n;
} Random;
//@@State(Scope.Thread)
struct Memory {
    int n;
};

//@@Benchmark
int own(Random *random, struct Memory *memory) { return random->n + memory->n; }
//@@Benchmark
int ours(clamh_random *random) { return clamh_random_next_int(random); }
