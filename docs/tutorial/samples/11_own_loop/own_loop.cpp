// A loop of one's own around the work does not show its cost: the compiler unrolls and merges its rounds, so that "per operation"
// shrinks with the number of rounds. Let CLAMH do the looping (addOnce); addInLoop pretends that 1,000 rounds are 1,000 operations.

//@@State(Scope.Thread)
struct Sides {
    int left = 1, right = 2;
};

//@@Benchmark
int addOnce(const Sides &state) { return state.left + state.right; }

//@@Benchmark
//@@OperationsPerInvocation(1000)
int addInLoop(const Sides &state) {
    int sum = 0;
    for (int round = 0; round < 1000; ++round) sum += state.left + state.right;
    return sum;
}
