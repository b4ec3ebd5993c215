// A loop of one's own around the work does not show its cost: the compiler unrolls and merges its rounds, so that "per operation"
// shrinks with the number of rounds. Let CLAMH do the looping (add_once); add_in_loop pretends that 1,000 rounds are 1,000 operations.

//@@State(Scope.Thread)
typedef struct {
    int left, right;
} Sides;

//@@Setup
void set(Sides *state) { state->left = 1, state->right = 2; }

//@@Benchmark
int add_once(const Sides *state) { return state->left + state->right; }

//@@Benchmark
//@@OperationsPerInvocation(1000)
int add_in_loop(const Sides *state) {
    int sum = 0;
    for (int round = 0; round < 1000; ++round) sum += state->left + state->right;
    return sum;
}
