// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

#include <math.h>

//@@State(Scope.Thread)
typedef struct {
    double left, right;
} Roots;

//@@Setup
void set(Roots *state) { state->left = 2.0, state->right = 3.0; }

//@@Benchmark
double roots_half(const Roots *state) {
    (void)sqrt(state->left);
    return sqrt(state->right);
}

//@@Benchmark
double roots_added(const Roots *state) { return sqrt(state->left) + sqrt(state->right); }

//@@Benchmark
void roots_consumed(const Roots *state, Blackhole *blackhole) {
    clamh_consume(blackhole, sqrt(state->left));
    clamh_consume(blackhole, sqrt(state->right));
}
