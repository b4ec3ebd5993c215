// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

//@@State(Scope.Thread)
typedef struct {
    int table[4096];
} Table;

//@@Setup
void fill(Table *state) {
    for (int at = 0; at < 4096; ++at) state->table[at] = 1;
}

//@@Setup(Level.Iteration)
void touch(Table *state, Blackhole *blackhole) {
    int sum = 0;
    for (int at = 0; at < 4096; ++at) sum += state->table[at];
    clamh_consume(blackhole, sum);
}

//@@Benchmark
int read_table(const Table *state) { return state->table[2048]; }
